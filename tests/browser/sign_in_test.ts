import { assertEquals, assertMatch } from "@std/assert";
import { eventuallyEquals } from "../support/eventually.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";
import { ADMIN } from "./support/watched_page.ts";

browserTest(
  "by keys alone: a wrong password shows an error, the right one opens the requested page",
  async ({ open }) => {
    const { page } = await open({ path: "/events?severity=error", as: null, allow: /401/ });
    await page.getByRole("heading", { name: "Sign in to Andon" }).waitFor();
    const { keyboard } = page;
    await keyboard.press("Enter");
    await page.getByText("Enter your user name", { exact: true }).waitFor();
    await page.getByLabel("User name").focus();
    await keyboard.type(ADMIN.username);
    await keyboard.press("Tab");
    await keyboard.type("a wrong password");
    await keyboard.press("Enter");
    await page.getByRole("alert").getByText(/password is wrong/).waitFor();
    await page.locator("input[type=password]:focus").waitFor();
    await keyboard.type(ADMIN.password);
    await keyboard.press("Enter");
    await page.getByRole("heading", { name: "Events", exact: true }).waitFor();
    assertMatch(page.url(), /\/events\?severity=error$/);
    await eventuallyEquals(() => page.title(), "Events – Andon");
  },
);

browserTest(
  "after too many wrong passwords the page counts the wait down, and then signs in",
  async ({ open }) => {
    const { page } = await open({ path: "/", as: null, allow: /401|429/ });
    const submit = page.getByRole("button", { name: "Sign in" });
    const wait = page.getByRole("timer");
    // The page's clock stands, so that the wait is seen on a slow machine too.
    let nowMs = Date.now();
    await page.clock.setFixedTime(nowMs);
    const attempt = async ({ username, password }: typeof ADMIN): Promise<number> => {
      await page.getByLabel("User name").fill(username);
      await page.getByLabel("Password").fill(password);
      const answer = page.waitForResponse("**/api/auth/login");
      await submit.click();
      return (await answer).status();
    };
    const guess = () => attempt({ username: "nobody", password: "a wrong password" });
    while (await guess() !== 429) await page.getByText(/password is wrong/).waitFor();
    await page.getByRole("alert").getByText("Too many attempts", { exact: true }).waitFor();
    await wait.getByText(/^You can try again in \d+ seconds?\.$/).waitFor();
    assertEquals(await submit.isDisabled(), true);
    const passTime = async () => {
      await page.clock.setFixedTime(nowMs += 60_000);
      await wait.waitFor({ state: "detached" });
    };
    await passTime();
    while (await attempt(ADMIN) === 429) {
      await wait.waitFor();
      await passTime();
    }
    await page.getByRole("heading", { name: "Overview", exact: true }).waitFor();
  },
);

browserTest("signing out opens the sign-in page, and Back does not return", async ({ open }) => {
  const { page } = await open();
  // What the page has not read by then would be refused.
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Account: admin" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in to Andon" }).waitFor();
  await page.goto("/wall");
  assertMatch(page.url(), /\/sign-in\?next=%2Fwall$/);
});

browserTest(
  "an expired session loses no input: it is sent after signing in again",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 70);
    const event = await plant.raised(1);
    const { page } = await open({ path: `/events/${event.id}`, allow: /401|WebSocket/ });
    await page.getByRole("button", { name: /^Comment/ }).click();
    await page.getByRole("textbox", { name: "Comment" }).fill("The valve sticks");
    const [cookie] = await page.context().cookies();
    // The session ends while the comment is on its way: earlier, the dialog might open before it is sent.
    await page.route(`**/api/rule-events/${event.id}/comments`, async (route) => {
      await on.andon.storage.access.endSession(cookie.value);
      await route.continue();
    }, { times: 1 });
    await page.getByRole("button", { name: "Add comment" }).click();
    const again = page.getByRole("dialog", { name: "Sign in again" });
    await again.waitFor();
    await again.getByLabel("Password").fill(ADMIN.password);
    await again.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("The comment is added").waitFor();
    assertEquals((await on.client.ok("GET", `/api/rule-events/${event.id}`)).data.note, "The valve sticks");
  },
);
