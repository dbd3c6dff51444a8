import { assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });
const description = (page: Page) => page.getByLabel("Event description", { exact: true });
const path = (page: Page) => new URL(page.url()).pathname;

/** Opens the overview, the rules and a template, and edits the template. */
async function typing(page: Page, template: number): Promise<void> {
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await page.getByRole("heading", { name: "Rules", level: 1 }).waitFor();
  await page.getByRole("row", { name: /Pump pressure/ }).getByRole("link").first().click();
  await page.getByRole("button", { name: /^Critical TooHigh/ }).click();
  await description(page).fill("Typed and not saved");
  assertEquals(path(page), `/rules/${template}`);
}

browserTest(
  "the browser's Back asks before unsaved changes are lost, and stays if cancelled",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const { page } = await open();
    await typing(page, plant.template);
    for (let time = 0; time < 2; time++) {
      await page.evaluate("history.back()");
      await question(page).getByRole("button", { name: "Cancel" }).click();
      await eventually("the page stays", () => path(page) === `/rules/${plant.template}`);
      assertEquals(await description(page).inputValue(), "Typed and not saved");
    }
    await page.evaluate("history.go(-2)");
    await question(page).getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: "Overview", level: 1 }).waitFor();
    assertEquals(path(page), "/");
    await page.evaluate("history.forward()");
    await page.getByRole("heading", { name: "Rules", level: 1 }).waitFor();
  },
);

browserTest(
  "keys, the palette and links within a page ask too; saved work is left without a question",
  async ({ on, open }) => {
    const plant = await pumps(on);
    for (const id of plant.instances) await on.client.ok("POST", `/api/instances/${id}/undeploy`);
    const { page } = await open();
    await typing(page, plant.template);
    await page.getByRole("heading", { name: "Pump pressure", level: 1 }).click();
    await page.keyboard.press("g");
    await page.keyboard.press("w");
    await question(page).getByRole("button", { name: "Cancel" }).click();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /Search/ }).fill("Event wall");
    await page.keyboard.press("Enter");
    await question(page).getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "More actions for Pump pressure" }).click();
    await page.getByRole("menuitem", { name: "Copy" }).click();
    await question(page).getByRole("button", { name: "Cancel" }).click();
    assertEquals(await description(page).inputValue(), "Typed and not saved");
    await page.keyboard.press("Control+s");
    await page.getByText("All changes saved").waitFor();
    await page.evaluate("history.back()");
    await page.getByRole("heading", { name: "Rules", level: 1 }).waitFor();
    assertMatch(page.url(), /\/rules$/);
  },
);

browserTest("a page that was left without saving asks nothing more", async ({ on, open }) => {
  const plant = await pumps(on);
  const { page } = await open();
  await typing(page, plant.template);
  // In the task in which the next page appears.
  await page.evaluate(`new MutationObserver((_, observer) => {
    if (document.querySelector("h1")?.textContent !== "Overview") return;
    observer.disconnect();
    document.querySelector("nav a[href='/events']").click();
  }).observe(document.body, { childList: true, subtree: true })`);
  await page.getByRole("link", { name: "Overview", exact: true }).click();
  await question(page).getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { name: "Events", level: 1 }).waitFor();
  assertEquals(await question(page).count(), 0);
});

browserTest("without the Navigation API the browser's Back asks too", async ({ on, open }) => {
  const plant = await pumps(on);
  const { page } = await open({
    prepare: async (page) => {
      await page.addInitScript({
        content: "Object.defineProperty(window, 'navigation', { value: undefined });",
      });
    },
  });
  await typing(page, plant.template);
  await page.evaluate("history.back()");
  await question(page).getByRole("button", { name: "Cancel" }).click();
  assertEquals([path(page), await description(page).inputValue()], [
    `/rules/${plant.template}`,
    "Typed and not saved",
  ]);
  await page.evaluate("history.back()");
  await question(page).getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { name: "Rules", level: 1 }).waitFor();
  assertEquals(path(page), "/rules");
});
