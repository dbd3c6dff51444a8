import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { browserTest } from "./support/browser_test.ts";
import { beginMinute, ownClock, passTime } from "./support/own_clock.ts";
import { PICTURES } from "./support/pictures.ts";
import { pumps, userOf } from "./support/plant.ts";

/** Uses up what the session of this page may ask in a minute that has just begun. */
async function spend(page: Page): Promise<void> {
  await beginMinute(page);
  await page.evaluate(
    `(async () => { while ((await fetch("/api/auth/session")).status === 200); })()`,
  );
}

const notice = (page: Page) => page.getByText(/^Waiting for the rate limit, goes on in \d+ s$/);

/** The next minute, for Andon and for the page. */
const nextMinute = (page: Page) => passTime(page, 60_000);

browserTest(
  "a page that the rate limit refuses keeps what it shows, says that it waits and goes on by itself",
  async ({ on, open }) => {
    await on.client.ok("POST", "/api/packages", { name: "Pumps" });
    const { page } = await open({ path: "/rules", allow: /429/, prepare: ownClock });
    const packages = page.getByRole("main");
    await packages.getByText("Pumps").waitFor();
    await spend(page);
    await on.client.ok("POST", "/api/packages", { name: "Valves" });
    await notice(page).waitFor();
    await packages.getByText("Pumps").waitFor();
    assertEquals(await page.getByRole("alert").filter({ hasText: "a minute" }).count(), 0);
    await page.getByRole("link", { name: "Instances", exact: true }).click();
    await page.getByText("Loading…").waitFor();
    await nextMinute(page);
    await page.getByText("No instances yet").waitFor();
    await notice(page).waitFor({ state: "detached" });
    await page.goBack();
    await packages.getByText("Valves").waitFor();
  },
  { environment: { RATE_LIMIT_DEFAULT: "60", RATE_LIMIT_BY: "person" } },
);

browserTest(
  "each page that the rate limit refuses shows no error, and its content once the limit lets it",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 90);
    const event = await plant.raised(1);
    const [stream] = (await on.client.ok("GET", "/api/streams/active")).data;
    const { page } = await open({ allow: /429/, prepare: ownClock });
    await page.getByRole("heading", { name: "Overview", exact: true }).waitFor();
    for (const { name, path } of PICTURES.filter(({ signedOut }) => signedOut !== true)) {
      await spend(page);
      await page.goto(path.replace(":event", String(event.id)).replace(":stream", String(stream.id)));
      await notice(page).waitFor();
      const problems = page.locator(".failed, .stale, [role=alert]").filter({ hasText: /\S/ });
      assertEquals([name, ...await problems.allTextContents()], [name]);
      await nextMinute(page);
      await notice(page).waitFor({ state: "detached" });
      await page.locator("main:not(:has(.state.loading))").waitFor();
      assertEquals([name, await page.locator(".failed").count()], [name, 0]);
    }
  },
  { environment: { RATE_LIMIT_DEFAULT: "100", RATE_LIMIT_BY: "person" } },
);

browserTest(
  "a form that the rate limit refuses keeps what was typed and says when it can be sent again",
  async ({ open }) => {
    const { page } = await open({ path: "/rules", allow: /429/, prepare: ownClock });
    await page.getByRole("button", { name: "New package" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Pumps");
    await spend(page);
    await dialog.getByRole("button", { name: "Create package" }).click();
    await dialog.getByRole("alert").getByText(
      /^At most 60 requests a minute from one [a-zA-Z ]+ are answered$/,
    )
      .waitFor();
    await dialog.getByRole("timer").getByText(/^You can try again in \d+ seconds?\.$/).waitFor();
    assertEquals(await dialog.getByRole("button", { name: "Create package" }).isDisabled(), true);
    assertEquals(await dialog.getByLabel("Name").inputValue(), "Pumps");
    await nextMinute(page);
    await dialog.getByRole("button", { name: "Create package" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Pumps" }).waitFor();
  },
  { environment: { RATE_LIMIT_DEFAULT: "60", RATE_LIMIT_BY: "person" } },
);

browserTest(
  "the health page tells an administrator who shares an address, and what to set; others see nothing of it",
  async ({ on, open }) => {
    const { page } = await open({ path: "/settings/about" });
    const panel = page.getByRole("region", { name: "Rate limit" });
    await panel.getByText("no two people share one").waitFor();
    const operator = await open({ path: "/settings/about", as: await userOf(on, "operator") });
    await operator.page.getByRole("heading", { name: "Service" }).waitFor();
    await operator.page.getByText("Ready", { exact: true }).first().waitFor();
    await page.getByRole("button", { name: "Refresh" }).click();
    await panel.getByRole("row", { name: "127.0.0.1 2 0" }).waitFor();
    await panel.getByText("RATE_LIMIT_BY=person").waitFor();
    assertEquals(await operator.page.getByText("RATE_LIMIT_BY").count(), 0);
  },
  { environment: { RATE_LIMIT_DEFAULT: "1000" } },
);
