import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { provider } from "../support/ai_provider.ts";
import { ModelServer } from "../support/model_server.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { PICTURES } from "./support/pictures.ts";
import { pumps } from "./support/plant.ts";

browserTest(
  "no page has a serious accessibility finding or scrolls sideways, in both themes and sizes; each has one h1 and main",
  async ({ on, open }) => {
    await using model = new ModelServer();
    await provider(on, model);
    const plant = await pumps(on);
    await plant.press(1, 90);
    await plant.press(2, 70);
    await on.client.ok("POST", "/api/ai-providers", {
      display_name: "Advisor",
      provider_type: "ollama",
      model_name: "llama3.1",
    });
    const event = await on.event(plant.instances[0], (row) => row.severity === "critical");
    const [stream] = (await on.client.ok("GET", "/api/streams/active")).data;
    for (const size of ["wide", "phone"] as const) {
      for (const { name, path, signedOut, ready } of PICTURES) {
        const shown = path.replace(":event", String(event.id)).replace(":stream", String(stream.id));
        const { page } = await open({ path: shown, size, as: signedOut === true ? null : undefined });
        await ready(page);
        // Content that fades in has little contrast for a moment.
        await page.locator("main:not(:has(.state.loading))").waitFor();
        const where = `${name}, ${size}`;
        assertEquals([where, ...await seriousFindings(page)], [where]);
        assertEquals([where, await sideways(page)], [where, 0]);
        assertEquals([where, await page.locator("h1").count(), await page.locator("main").count()], [
          where,
          1,
          1,
        ]);
        // The themes differ only in colours.
        await page.emulateMedia({ colorScheme: "dark" });
        assertEquals([where, "dark", ...await seriousFindings(page, ["color-contrast"])], [where, "dark"]);
        await page.context().close();
      }
    }
  },
);

browserTest(
  "dialogs have no serious accessibility finding, and Escape restores the focus",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 70);
    const { id } = await plant.raised(1);
    const { page } = await open({ path: `/events/${id}` });
    await page.getByRole("button", { name: /^Shelve/ }).waitFor();
    for (
      const [open, name] of [["Control+K", "Search"], ["?", "Keyboard shortcuts"], ["s", "Shelve"], [
        "c",
        "Close this event?",
      ]]
    ) {
      await page.getByRole("button", { name: /^Shelve/ }).focus();
      await page.keyboard.press(open);
      await page.getByRole("dialog", { name }).waitFor();
      assertEquals([name, ...await seriousFindings(page)], [name]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog", { name }).waitFor({ state: "hidden" });
      await page.locator("button:focus", { hasText: /^Shelve/ }).waitFor();
    }
  },
);

function sideways(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
}
