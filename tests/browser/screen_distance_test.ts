import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { arcMinutesOf, LEAST_ARC_MINUTES } from "../../domain/screen/legibility.ts";
import { eventually } from "../support/eventually.ts";
import { numberPlaceholder, type RunningSystem, timeline } from "../support/running_system.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

const VIEWING = { distance_meters: 5, diagonal_inches: 55 } as const;
const SIZES = [{ width: 1920, height: 1080 }, { width: 3840, height: 2160 }];
const MACHINES = 8;

/** More machines with an active event than a screen has room for. */
async function manyActive(on: RunningSystem): Promise<void> {
  await pumps(on);
  const streams = Array.from({ length: MACHINES }, (_, index) => `Own.Line2.Filler${index + 1}.Pressure`);
  await on.streams.make("number", ...streams);
  await on.client.ok("POST", "/api/discover-assets");
  const template = await on.template({
    name: "Filler pressure",
    placeholders: [numberPlaceholder("VALUE")],
    rules: [{
      event_name: "<VALUE>.High",
      severity: "error",
      conditions: [{ stream: "<VALUE>", operator: "greater_than", value: 60 }],
    }],
  });
  for (const [index, stream] of streams.entries()) {
    await on.deploy(template, { VALUE: stream }, `Filler ${index + 1}, line 2, packaging hall`);
    await on.streams.write(stream, [timeline()(0), 71.2 + index]);
  }
  await eventually(
    "all are active",
    async () => (await on.client.ok("GET", "/api/rule-events/active")).data.length === MACHINES,
  );
}

/** The smallest font of some elements that are in sight, in pixels. */
async function smallestPx(page: Page, selector: string): Promise<number> {
  return await page.evaluate<number>(`Math.min(...[...document.querySelectorAll("${selector}")]
    .map((element) => parseFloat(getComputedStyle(element).fontSize)))`);
}

browserTest(
  "a screen that is read from 5 m shows machines, values and counts at 16 arc minutes, at 1080 and 4K; the rest is on the next page",
  async ({ on, open }) => {
    await manyActive(on);
    const { page: screen } = await open({ as: null, path: "/screen", size: "room", allow: /401|WebSocket/ });
    const code = screen.getByRole("status", { name: /^Code( \d){6}$/ });
    await code.waitFor();
    const { page: admin } = await open({ path: "/settings/screens?open=new", allow: /403/ });
    const form = admin.getByRole("dialog", { name: "Pair a screen" });
    await form.getByLabel("Code").fill(await code.innerText());
    await form.getByLabel("Name").fill("Hall, east wall");
    await form.getByLabel("Read from").selectOption("5 m");
    await form.getByRole("button", { name: "Pair" }).click();
    await form.getByText("Enter the size, which the height of the text follows").first().waitFor();
    await form.getByLabel("Size in inches").fill("55");
    assertEquals(await seriousFindings(admin), []);
    await form.getByRole("button", { name: "Pair" }).click();
    await screen.getByRole("heading", { name: "Event wall" }).waitFor();
    for (const size of SIZES) {
      await screen.setViewportSize(size);
      await screen.getByText(/^Page \d of \d: /).waitFor();
      for (const selector of [".wall-name", ".wall-value", ".count", ".wall-turn", ".page-subtitle"]) {
        const minutes = async () =>
          arcMinutesOf(await smallestPx(screen, selector), { viewing: VIEWING, screen: size });
        await eventually(
          `${selector} is legible at ${size.width}`,
          async () => await minutes() >= LEAST_ARC_MINUTES,
        );
      }
      const cut = await screen.evaluate<number>(
        `[...document.querySelectorAll(".wall-name")].filter((name) => name.scrollHeight > name.clientHeight + 2).length`,
      );
      assertEquals(cut, 0);
      const { frame, turn } = await screen.evaluate<{ frame: number; turn: number }>(
        `({ frame: document.querySelector(".wall-frame").getBoundingClientRect().bottom,
          turn: document.querySelector(".wall-turn").getBoundingClientRect().top })`,
      );
      assert(frame <= turn, `the page ends at ${frame}, its foot begins at ${turn}`);
    }
    const { data: [stored] } = await on.client.ok("GET", "/api/screens");
    assertEquals(stored.viewing, VIEWING);
    const before = await smallestPx(screen, ".wall-value");
    await on.client.ok("PUT", `/api/screens/${stored.id}`, { viewing: { ...VIEWING, distance_meters: 2 } });
    // The page cannot be read while it is opened again.
    const now = () => smallestPx(screen, ".wall-value").catch(() => Infinity);
    await eventually("the screen follows", async () => await now() < before);
  },
);
