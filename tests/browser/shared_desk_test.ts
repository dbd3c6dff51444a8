import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { eventuallyEquals } from "../support/eventually.ts";
import type { RunningSystem } from "../support/running_system.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { type Pumps, pumps, userOf } from "./support/plant.ts";

const PIN = "583920";
const DESK = { username: "control-room", password: "a password of the desk" };

/** A shared desk for operators, and Anna Keller, an operator. */
async function staffed(on: RunningSystem) {
  const desk = { ...DESK, role: "operator", display_name: "Control room 1", shared_desk: true };
  await on.client.ok("POST", "/api/users", desk);
  const anna = await userOf(on, "operator");
  const { data } = await on.client.ok("GET", "/api/users");
  const { id } = data.find(({ username }: { username: string }) => username === anna.username);
  await on.client.ok("PUT", `/api/users/${id}`, { display_name: "Anna Keller" });
  return anna;
}

async function eventOf(plant: Pumps): Promise<number> {
  await plant.press(1, 70);
  return (await plant.raised(1)).id;
}

async function setPin(page: Page, password: string): Promise<void> {
  const panel = page.getByRole("region", { name: "PIN for shared desks" });
  await panel.getByRole("button", { name: "Set a PIN" }).click();
  const dialog = page.getByRole("dialog", { name: "PIN for shared desks" });
  await dialog.getByLabel("Current password").fill(password);
  await dialog.getByLabel("New PIN", { exact: true }).fill("123456");
  await dialog.getByLabel("New PIN again").fill("123456");
  await dialog.getByRole("button", { name: "Set PIN" }).click();
  await dialog.getByText(/Is easy to guess/).first().waitFor();
  await dialog.getByLabel("New PIN", { exact: true }).fill(PIN);
  await dialog.getByLabel("New PIN again").fill(PIN);
  await dialog.getByRole("button", { name: "Set PIN" }).click();
  await panel.getByRole("button", { name: "Change the PIN" }).waitFor();
}

browserTest(
  "at a shared desk Anna acknowledges with her PIN, acts for two minutes, and is done at once",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const id = await eventOf(plant);
    const anna = await staffed(on);
    const { page: own } = await open({ as: anna, path: "/settings/profile", allow: /400|WebSocket/ });
    await setPin(own, anna.password);

    const { page } = await open({ as: DESK, path: `/events/${id}`, allow: /401|WebSocket/ });
    const strip = page.getByRole("region", { name: "Shared desk" });
    await strip.getByText("Control room 1").waitFor();
    await page.getByRole("button", { name: /^Acknowledge/ }).click();
    const dialog = page.getByRole("dialog", { name: "Who is this?" });
    const name = dialog.getByLabel("Name or user name");
    await name.waitFor();
    assertEquals(await seriousFindings(page), []);
    await name.fill("Anna Keller");
    await page.keyboard.press("Tab");
    await page.keyboard.type("940617");
    await page.keyboard.press("Enter");
    await dialog.getByText("The name or the PIN is wrong").waitFor();
    await page.keyboard.type(PIN);
    await page.keyboard.press("Enter");
    await page.getByText(/^Acknowledged “/).waitFor();
    await dialog.waitFor({ state: "detached" });
    await strip.getByText(/^Acting as Anna Keller, [12]:\d\d$/).waitFor();
    await page.getByLabel("Comment", { exact: true }).fill("Valve 3 sticks");
    await page.getByRole("button", { name: "Add comment" }).click();
    await page.getByText("The comment is added").waitFor();

    await strip.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: /^Close/ }).click();
    await page.getByRole("button", { name: "Close event" }).click();
    const again = dialog.getByRole("button", { name: "Anna Keller" });
    await again.waitFor();
    assertEquals(await seriousFindings(page), []);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("Nothing was changed, because nobody confirmed it").waitFor();
    await page.getByRole("button", { name: /^Close/ }).click();
    await page.getByRole("button", { name: "Close event" }).click();
    await again.click();
    for (const digit of PIN) await dialog.getByRole("button", { name: digit, exact: true }).click();
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await page.getByText(/^Closed “/).waitFor();

    const { data: event } = await on.client.ok("GET", `/api/rule-events/${id}`);
    assertEquals(event.acknowledged_by, anna.username);
    const { data } = await on.client.ok("GET", `/api/audit-log?resource_type=rule_event&resource_id=${id}`);
    const entries = data.filter(({ who }: { who: string }) => who !== "Andon")
      .map(({ who, desk, action }: Record<string, string>) => [who, desk, action]);
    assertEquals(
      entries,
      ["closed", "commented", "acknowledged"].map((action) => [anna.username, "control-room", action]),
    );
    const { page: audit } = await open({ path: "/settings/audit" });
    await audit.getByText("Anna Keller at Control room 1").first().waitFor();
    const log = audit.getByRole("grid", { name: "Audit log, newest first" });
    await log.getByRole("gridcell", { name: "signed in" }).first().waitFor();
    await audit.getByLabel("Shared desk", { exact: true }).selectOption("Control room 1");
    await audit.waitForURL(/[?&]desk=\d+/);
    // Three actions, and the confirmations before the first and the last.
    await audit.getByText("5 entries").waitFor();
    await eventuallyEquals(
      () => log.getByRole("gridcell", { name: "Anna Keller at Control room 1" }).count(),
      5,
    );
  },
);

browserTest("at a shared desk a person confirms with a passkey", async ({ on, browser }) => {
  const plant = await pumps(on);
  const id = await eventOf(plant);
  const anna = await staffed(on);
  const baseUrl = `http://localhost:${new URL(on.client.baseUrl).port}`;
  const { page } = await browser.open(baseUrl, {
    as: anna,
    path: "/settings/profile",
    allow: /401|WebSocket/,
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "usb",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const adding = page.getByRole("dialog");
  await adding.getByLabel("Name", { exact: true }).fill("Key ring");
  await adding.getByLabel("Current password").fill(anna.password);
  await adding.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("list", { name: "Recovery codes" }).waitFor();
  await page.context().clearCookies({ name: /andon_session/ });
  const answer = await page.context().request.post("/api/auth/login", { data: DESK });
  assertEquals(answer.status(), 200);

  await page.goto(`/events/${id}`);
  await page.getByRole("button", { name: /^Acknowledge/ }).click();
  await page.getByRole("dialog", { name: "Who is this?" }).getByRole("button", { name: "Use a passkey" })
    .click();
  await page.getByText(/^Acknowledged “/).waitFor();
  const { data } = await on.client.ok("GET", `/api/rule-events/${id}`);
  assertEquals(data.acknowledged_by, anna.username);
});
