import { assertMatch } from "@std/assert";
import { eventuallyEquals } from "../support/eventually.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps, userOf } from "./support/plant.ts";

browserTest(
  "an operator sets a name, which stands wherever the user name stood",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const as = await userOf(on, "operator");
    await plant.press(1, 70);
    const { id } = await plant.raised(1);
    const { page } = await open({ as });
    await page.getByRole("button", { name: `Account: ${as.username}` }).click();
    await page.getByRole("link", { name: "Your profile" }).click();
    await page.getByRole("heading", { name: "Your profile" }).waitFor();
    await page.getByLabel("Name (optional)").fill("Anna Keller");
    await page.getByRole("region", { name: "Name" }).getByRole("button", { name: "Save" }).click();
    await page.getByText("Your profile is saved").waitFor();
    await page.getByRole("button", { name: "Account: Anna Keller" }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Account: Anna Keller" }).waitFor();
    await page.goto(`/events/${id}`);
    await page.getByRole("button", { name: /^Acknowledge/ }).first().click();
    await page.getByText("acknowledged by Anna Keller").waitFor();
    const admin = await open({ path: "/settings/audit" });
    await admin.page.getByRole("gridcell", { name: "Anna Keller" }).first().waitFor();
  },
);

browserTest("a viewer changes the own password and signs in again with it", async ({ on, open }) => {
  const as = await userOf(on, "viewer");
  const { page } = await open({ as, path: "/settings/profile", allow: /Failed to load|WebSocket/ });
  const panel = page.getByRole("region", { name: "Password" });
  const change = panel.getByRole("button", { name: "Change password" });
  const fill = async (current: string, next: string, again: string) => {
    await panel.getByLabel("Current password").fill(current);
    await panel.getByLabel("New password", { exact: true }).fill(next);
    await panel.getByLabel("New password again").fill(again);
    await change.click();
  };
  await fill(as.password, "a longer password", "another one");
  await panel.getByText("The two new passwords differ").waitFor();
  await fill("wrong", "quite another secret", "quite another secret");
  await panel.getByText("The current password is incorrect").waitFor();
  await fill(as.password, "quite another secret", "quite another secret");
  await page.getByRole("heading", { name: "Sign in to Andon" }).waitFor();
  await page.getByLabel("User name").fill(as.username);
  await page.getByLabel("Password").fill("quite another secret");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Your profile" }).waitFor();
});

browserTest(
  "times name the plant's zone, and the reader's own by choice, on every page after it",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 70);
    const { id } = await plant.raised(1);
    const { page } = await open({ path: `/events/${id}`, timezone: "Asia/Kolkata" });
    const started = page.getByRole("region", { name: "Details" }).locator("dd").first();
    await started.waitFor();
    assertMatch(await started.innerText(), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d CES?T$/);
    await page.locator(".clock").getByText(/CES?T/).waitFor();
    await page.goto("/events");
    await page.getByRole("columnheader", { name: "Start, CET/CEST" }).waitFor();
    await page.goto("/settings/profile");
    await page.getByRole("region", { name: "This browser" }).getByLabel("Time zone").selectOption("own");
    await page.locator(".clock").getByText("GMT+5:30").waitFor();
    await page.goto(`/events/${id}`);
    await started.waitFor();
    assertMatch(await started.innerText(), / GMT\+5:30$/);
    await page.goto("/events");
    await page.getByRole("columnheader", { name: "Start, GMT+5:30" }).waitFor();
    await page.goto("/settings/about");
    await page.getByText("Europe/Zurich").waitFor();
  },
  { environment: { PLANT_TIME_ZONE: "Europe/Zurich" } },
);

browserTest("a user sees the own sessions and ends another one", async ({ on, open }) => {
  const as = await userOf(on, "viewer");
  const other = await open({ as });
  const { page } = await open({ as, path: "/settings/profile" });
  const sessions = page.getByRole("region", { name: "Sessions" }).getByRole("listitem");
  await sessions.filter({ hasText: "This session" }).waitFor();
  await eventuallyEquals(() => sessions.count(), 2);
  await other.page.goto("about:blank");
  await page.getByRole("button", { name: /^End the session on / }).click();
  await sessions.nth(1).waitFor({ state: "detached" });
  await other.page.goto("/");
  await other.page.getByRole("heading", { name: "Sign in to Andon" }).waitFor();
});
