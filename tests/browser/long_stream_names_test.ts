import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { timeline } from "../support/running_system.ts";
import { browserTest } from "./support/browser_test.ts";

/** 1,000 characters, most of them without a place to break at. */
const LONG = `Works.Line1.${"Pressure".repeat(123)}.End`;

const beyond = (page: Page) => page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");

browserTest("streams of very long names break no page, on a screen and a phone", async ({ on, open }) => {
  assertEquals(LONG.length, 1_000);
  await on.streams.make("number", "Own.A");
  await on.streams.rename("Own.A", LONG);
  await on.configure();
  const template = await on.template({ rules: [{ event_name: "<VALUE> is high" }] });
  const id = await on.deploy(template, { VALUE: LONG }, "Long");
  await on.streams.write("Own.A", [timeline()(0), 90]);
  const event = await on.event(id, (row) => row.is_active);
  const [stream] = (await on.client.ok("GET", "/api/streams/active")).data;
  const pages = [
    `/plant/streams/${stream.id}`,
    "/plant/streams",
    "/plant",
    `/instances/${id}`,
    `/events/${event.id}`,
    "/events",
    "/",
    "/explore",
  ];
  for (const size of ["wide", "phone"] as const) {
    const { page } = await open({ size });
    for (const path of pages) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.waitForLoadState("networkidle");
      const shots = Deno.env.get("SHOTS");
      if (shots !== undefined) {
        await page.screenshot({ path: `${shots}/${size}${path.replaceAll("/", "_")}.png` });
      }
      assertEquals([path, size, Math.max(0, await beyond(page))], [path, size, 0]);
    }
  }
});
