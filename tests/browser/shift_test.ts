import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps, userOf } from "./support/plant.ts";

const section = (page: Page, name: RegExp) => page.getByRole("region", { name });
const rows = (page: Page, name: RegExp) => section(page, name).getByRole("listitem");

browserTest(
  "a shift: what waits, is active, stands, came and went, is shelved and was written, live and at a time of one's own",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const operator = await userOf(on, "operator");
    await plant.press(2, 70);
    const standing = await plant.raised(2);
    await plant.press(1, 70);
    const first = await plant.raised(1);
    await plant.press(1, 20);
    await eventually(
      "it has ended",
      async () => !(await on.client.ok("GET", `/api/rule-events/${first.id}`)).data.is_active,
    );
    await on.client.ok("POST", `/api/rule-events/${standing.id}/comments`, { text: "@ben watch the seal" });
    const { page } = await open({ path: "/", as: operator });
    await page.getByRole("main").getByRole("link", { name: "Since I came on" }).click();
    await page.getByRole("heading", { name: "Since I came on" }).waitFor();
    await page.getByText("(the last 8 hours)").waitFor();
    await page.getByText("2 events raised").waitFor();
    await eventuallyEquals(() => rows(page, /^Not acknowledged/).count(), 2);
    await eventuallyEquals(() => rows(page, /and active/).count(), 1);
    await rows(page, /^Came and went/).getByText("Pump 1").waitFor();
    await rows(page, /^Comments/).getByText("@ben watch the seal").waitFor();
    await section(page, /^Data was missing/).waitFor();
    assertEquals(await section(page, /^What changed/).count(), 0, "an operator does not read the audit log");
    // The state of the plant comes by itself.
    await plant.press(1, 90);
    await rows(page, /and active/).filter({ hasText: "Too high" }).waitFor();
    const critical = rows(page, /^Not acknowledged/).filter({ hasText: "Too high" });
    await critical.getByRole("button", { name: /^Ack/ }).click();
    await critical.waitFor({ state: "detached" });
    await on.client.ok("POST", `/api/rule-events/${standing.id}/shelve`, { minutes: 30, reason: "Seal" });
    await rows(page, /^Shelved now/).getByText("Seal (admin)").waitFor();
    // By the keyboard, and remembered in this browser for this person.
    await page.keyboard.press("i");
    await page.waitForURL(/\/shift\?from=/);
    assert(await page.getByText("(the last 8 hours)").count() === 0);
    const chosen = new URL(page.url()).searchParams.get("from");
    await page.getByRole("link", { name: "Overview", exact: true }).click();
    await page.keyboard.press("Control+K");
    await page.getByRole("combobox").fill("came on");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Since I came on" }).waitFor();
    assertEquals(new URL(page.url()).search, "");
    assertEquals(await page.getByText("(the last 8 hours)").count(), 0);
    await page.reload();
    const totals = page.getByRole("region", { name: "Raised events" }).getByRole("link", {
      name: /Critical/,
    });
    assertMatch(
      new URL(await totals.getAttribute("href") ?? "", page.url()).searchParams.get("from") ?? "",
      new RegExp(`^${chosen?.slice(0, 16)}`),
    );
    // Another time: everything is older than a shift that begins in the future, which is refused.
    await page.getByRole("button", { name: "Another time" }).click();
    const dialog = page.getByRole("dialog", { name: "When did you come on?" });
    await dialog.getByLabel(/^Time/).fill("2999-01-31T08:15");
    await dialog.getByRole("button", { name: "Show" }).click();
    await dialog.getByText("Enter a time that has passed").first().waitFor();
    await dialog.getByRole("button", { name: "12 h ago" }).click();
    await page.getByText(/12 h 0 min ago/).waitFor();
  },
);

browserTest("a shift does not say that all is acknowledged before it knows", async ({ on, open }) => {
  const plant = await pumps(on);
  await plant.press(1, 70);
  await plant.raised(1);
  await plant.press(1, 20);
  await on.event(plant.instances[0], (row) => !row.is_active);
  let fails = true;
  const { page } = await open({
    path: "/shift",
    allow: /Failed to load resource/,
    async prepare(page) {
      await page.route(
        "**/api/plant-settings",
        async (route) => await (fails ? route.abort() : route.continue()),
      );
    },
  });
  const alert = page.getByRole("alert").filter({ hasText: "Andon cannot be reached" });
  await alert.waitFor();
  assertEquals(await section(page, /^Not acknowledged/).count(), 0);
  fails = false;
  await alert.getByRole("button", { name: "Try again" }).click();
  await rows(page, /^Not acknowledged/).getByText("Pump 1").waitFor();
});

browserTest(
  "an admin sees what changed; events from before the shift stand, and the report prints without controls",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(2, 70);
    const standing = await plant.raised(2);
    const from = new Date(Date.parse(standing.start_time) + 1_000).toISOString();
    await eventually("a second has passed", () => Promise.resolve(new Date().toISOString() > from));
    const { page } = await open({ path: `/shift?from=${from}` });
    await page.getByText("0 events raised").waitFor();
    await rows(page, /^Active since before/).getByText("Pump 2").waitFor();
    await section(page, /^What changed/).waitFor();
    await page.emulateMedia({ media: "print" });
    assertEquals(await page.getByRole("button").filter({ visible: true }).count(), 0);
    await page.getByText(/^Printed for admin, /).waitFor();
    assertEquals(await rows(page, /^Active since before/).isVisible(), true);
    assertEquals(await page.getByRole("heading", { name: "Comments" }).isVisible(), true);
  },
);
