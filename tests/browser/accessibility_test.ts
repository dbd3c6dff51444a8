import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { provider } from "../support/ai_provider.ts";
import { ModelServer } from "../support/model_server.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { PICTURES } from "./support/pictures.ts";
import { pumps } from "./support/plant.ts";

browserTest(
  "no page has a serious accessibility finding, scrolls sideways or cuts text off, in both themes, on a desk, a phone and at 200 %; each has one h1 and main",
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
    for (const size of ["wide", "phone", "zoomed"] as const) {
      const { page: admins } = await open({ size });
      const { page: nobodys } = await open({ size, as: null });
      for (const { name, path, signedOut, ready } of PICTURES) {
        const page = signedOut === true ? nobodys : admins;
        await page.emulateMedia({ colorScheme: "light" });
        await page.goto(path.replace(":event", String(event.id)).replace(":stream", String(stream.id)));
        await ready(page);
        // Content that fades in has little contrast for a moment.
        await page.locator("main:not(:has(.state.loading))").waitFor();
        const where = `${name}, ${size}`;
        assertEquals([where, ...await seriousFindings(page)], [where]);
        assertEquals([where, await sideways(page)], [where, 0]);
        assertEquals([where, ...await cutOff(page)], [where]);
        assertEquals([where, await page.locator("h1").count(), await page.locator("main").count()], [
          where,
          1,
          1,
        ]);
        // The themes differ only in colours.
        await page.emulateMedia({ colorScheme: "dark" });
        assertEquals([where, "dark", ...await seriousFindings(page, ["color-contrast"])], [where, "dark"]);
      }
    }
  },
);

browserTest(
  "values, counts and trends that change by themselves are no live regions, and headings have no gap in their levels",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 90);
    const { id } = await plant.raised(1);
    const { page } = await open();
    for (
      const [path, ready] of [
        ["/", page.getByRole("tree", { name: "Plant" })],
        ["/wall", page.getByRole("group", { name: /^Critical, / })],
        ["/shift", page.getByRole("heading", { name: /^Not acknowledged/ })],
        [`/events/${id}`, page.getByRole("slider", { name: /^Trend of/ })],
        [`/instances/${plant.instances[0]}`, page.getByRole("slider", { name: /^Trend of/ })],
        ["/quality", page.getByRole("heading", { name: "Bad actors" })],
      ] as const
    ) {
      await page.goto(path);
      await ready.first().waitFor();
      await page.locator("main:not(:has(.state.loading))").waitFor();
      const live = "main :is(output, [role=status], [role=log], [aria-live]):not([aria-live=off])";
      assertEquals([path, ...await page.locator(live).allInnerTexts()], [path]);
      const levels = await page.locator("main :is(h1, h2, h3, h4)")
        .evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))));
      const gaps = levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1);
      assertEquals([path, levels[0], gaps], [path, 1, []]);
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

/** Elements whose content is hidden at an edge, or that reach beyond the window. An ellipsis says that there is more. */
function cutOff(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const hides = (overflow) => overflow === "hidden" || overflow === "clip";
    const isWithin = (element) => {
      for (let above = element.parentElement; above !== null; above = above.parentElement) {
        if (getComputedStyle(above).overflowX !== "visible") return true;
      }
      return false;
    };
    return [...document.querySelectorAll(".status-bar *, main *")].flatMap((element) => {
      if (element.closest("svg, canvas, .sr-only, .trend-host, .spares, input")) return [];
      if (element.getClientRects().length === 0) return [];
      const { overflowX, overflowY, textOverflow, webkitLineClamp, visibility } = getComputedStyle(element);
      const { scrollWidth, clientWidth, scrollHeight, clientHeight, tagName, className } = element;
      const saysSo = textOverflow === "ellipsis" || webkitLineClamp !== "none";
      const isCut = visibility === "visible" && clientWidth > 1 && !saysSo &&
        (hides(overflowX) && scrollWidth > clientWidth + 2 || hides(overflowY) && scrollHeight > clientHeight + 2);
      const isBeyond = element.getBoundingClientRect().right > innerWidth + 1 && !isWithin(element);
      return isCut || isBeyond ? [tagName + "." + className + ": " + element.textContent.slice(0, 60)] : [];
    });
  })()`);
}
