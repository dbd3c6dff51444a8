import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import type { RunningSystem } from "../support/running_system.ts";
import { boxOf } from "./support/box.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

/** A stream of the simulated plant with a sample each second. */
const FAST = "Riverside.Line1.Pasteuriser.HoldTemperature";

const PRESSURE = "Own.Line1.Pump1.Pressure";

async function streamId(on: RunningSystem, name: string): Promise<number> {
  const { data } = await on.client.ok("GET", "/api/monitored-assets");
  const streams = data.flatMap((asset: { streams: unknown[] }) => asset.streams);
  return streams.find(({ stream_name }: { stream_name: string }) => stream_name === name).id;
}

const chart = (page: Page) => page.getByRole("slider", { name: /Trend of/ });
const plot = (page: Page) => page.locator(".u-over");
const shown = async (page: Page) => await chart(page).getAttribute("aria-valuetext") ?? "";

browserTest(
  "an active event's trend and explanation are live, and can be had as they were when it was raised",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 90);
    const { id } = await on.event(plant.instances[0], (row) => row.severity === "critical");
    const { page } = await open({ path: `/events/${id}` });
    const trend = page.getByRole("region", { name: "Trend" });
    const explanation = page.getByRole("region", { name: "Explanation" });
    await explanation.getByRole("heading", { name: "Why the event is active" }).waitFor();
    await eventually("the trend shows the value", async () => (await shown(page)).includes("90"));
    await plant.press(1, 97);
    await eventually("the trend goes on", async () => (await shown(page)).includes("97"), 60_000);
    await explanation.getByText("97").first().waitFor();
    await trend.getByRole("button", { name: "When raised" }).click();
    await explanation.getByRole("heading", { name: "Why the event was raised" }).waitFor();
    await explanation.getByText("90").first().waitFor();
    await eventually(
      "the trend ends when the event was raised",
      async () => (await shown(page)).includes("90"),
    );
    assert(page.url().endsWith("?at=raised"), page.url());
    await trend.getByRole("button", { name: "Now" }).click();
    await eventually("the trend is live again", async () => (await shown(page)).includes("97"));
  },
);

browserTest(
  "a stream's trend goes on live, and stands still when it shows the past",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 50);
    const { page } = await open({ path: `/plant/streams/${await streamId(on, PRESSURE)}?range=15m` });
    await eventually("the trend shows the value", async () => (await shown(page)).includes("50"));
    for (const bar of [51, 52, 53]) {
      await plant.press(1, bar);
      await eventually(`the trend goes on to ${bar}`, async () => (await shown(page)).includes(String(bar)));
    }
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Earlier" }).click();
    await page.getByText(/ to .* UTC$/).waitFor();
    await plant.press(1, 59);
    await page.locator(".stream-now").getByText("59").waitFor();
    // Not the 59 of a time.
    assertEquals(/, 59\b/.test(await shown(page)), false);
  },
);

browserTest("every preset shows a stream with a sample each second, 30 days too", async ({ on, open }) => {
  await on.configure();
  const { page } = await open({ path: `/plant/streams/${await streamId(on, FAST)}` });
  for (const name of ["15 min", "1 h", "8 h", "24 h", "7 d", "30 d"]) {
    await page.getByRole("button", { name, exact: true }).click();
    const button = page.getByRole("button", { name, exact: true, pressed: true });
    await button.waitFor();
    await page.locator("[aria-busy=false] .trend").waitFor();
    await eventually(`${name} has values`, async () => / °?\w/.test(await shown(page)));
    assertEquals(await page.locator(".state.failed").count(), 0, name);
  }
  await page.getByText("chosen by the data source").waitFor();
});

browserTest("the reading is that of the point under the pointer", async ({ on, open }) => {
  await on.configure();
  const { page } = await open({ path: `/plant/streams/${await streamId(on, FAST)}?range=15m` });
  await page.locator("[aria-busy=false] .trend").waitFor();
  const box = await boxOf(plot(page));
  for (const share of [0.2, 0.8, 0.5]) {
    await page.mouse.move(box.x + box.width * share, box.y + 80);
    const [now, most] = await Promise.all(
      ["aria-valuenow", "aria-valuemax"].map(async (name) => Number(await chart(page).getAttribute(name))),
    );
    assert(Math.abs(now / most - share) < 0.05, `point ${now} of ${most} at ${share}`);
  }
});

browserTest(
  "a trend is moved and scaled by pointer, wheel, keys and dates, and each step is undone",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 50);
    const id = await streamId(on, "Own.Line1.Pump1.Pressure");
    const { page } = await open({ path: `/plant/streams/${id}?range=8h` });
    await page.locator("[aria-busy=false] .trend").waitFor();
    const addresses = [page.url()];
    const moved = async (what: string) => {
      await eventually(what, () => page.url() !== addresses.at(-1));
      addresses.push(page.url());
      await page.locator("[aria-busy=false] .trend").waitFor();
    };
    await chart(page).hover();
    const box = await boxOf(plot(page)), y = box.y + 80;
    await page.mouse.move(box.x + box.width * 0.4, y);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.8, y, { steps: 5 });
    await page.mouse.up();
    await moved("dragging moves the time");
    const span = () => {
      const { searchParams } = new URL(page.url());
      const [from, to] = ["from", "to"].map((name) => Date.parse(searchParams.get(name) ?? ""));
      return { from, to, hours: (to - from) / 3_600_000 };
    };
    assert(Math.abs(span().hours - 8) < 0.1 && span().to < Date.now() - 2 * 3_600_000, page.url());
    await page.mouse.wheel(0, -300);
    await moved("the wheel zooms in");
    assert(span().hours < 7.5, page.url());
    await chart(page).focus();
    await page.keyboard.press("-");
    await moved("a key zooms out");
    await page.keyboard.press("Shift+ArrowLeft");
    await moved("a key moves the time");
    await page.getByRole("button", { name: "Dates" }).click();
    await page.getByLabel(/^From/).fill("2026-01-31T08:00:00");
    await page.getByLabel(/^To/).fill("2026-01-31T07:00:00");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByText("The end must be after the start").waitFor();
    await page.getByLabel(/^To/).fill("2026-01-31T09:30:00");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await moved("dates are chosen");
    assertEquals(span().hours, 1.5);
    for (const address of addresses.slice(0, -1).reverse()) {
      await page.getByRole("button", { name: "Undo" }).click();
      await eventually("the time before is shown", () => page.url() === address);
    }
    await eventuallyEquals(() => page.getByRole("button", { name: "Undo" }).isDisabled(), true);
  },
);

browserTest(
  "a drag and a key that meet a new read of the trend are kept",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 50);
    const id = await streamId(on, "Own.Line1.Pump1.Pressure");
    const { page } = await open({ path: `/plant/streams/${id}` });
    await page.locator("[aria-busy=false] .trend").waitFor();
    let answers = Promise.withResolvers<void>();
    await page.route(/\/data\?/, async (route) => {
      await answers.promise;
      await route.continue();
    });
    const whileRead = async (preset: string, move: () => Promise<void>) => {
      answers = Promise.withResolvers();
      await page.getByRole("button", { name: preset, exact: true }).click();
      await page.locator("[aria-busy=true] .trend").waitFor();
      await move();
      answers.resolve();
    };
    await whileRead("8 h", async () => {
      await chart(page).hover();
      await page.mouse.down();
      const box = await boxOf(plot(page));
      await page.mouse.move(box.x + box.width * 0.7, box.y + 80, { steps: 3 });
    });
    await page.locator("[aria-busy=false] .trend").waitFor();
    const box = await boxOf(plot(page));
    await page.mouse.move(box.x + box.width * 0.8, box.y + 80, { steps: 3 });
    await page.mouse.up();
    await eventually("the drag moves the time", () => page.url().includes("from="));
    await page.locator("[aria-busy=false] .trend").waitFor();
    await whileRead("24 h", () => chart(page).press("Shift+ArrowLeft"));
    await eventually("the key moves the time", () => page.url().includes("from="));
  },
);

browserTest("two fingers scale a trend on a phone", async ({ on, open }) => {
  const plant = await pumps(on);
  await plant.press(1, 50);
  const id = await streamId(on, "Own.Line1.Pump1.Pressure");
  const { page } = await open({ path: `/plant/streams/${id}?range=8h`, size: "phone" });
  await page.locator("[aria-busy=false] .trend").waitFor();
  const box = await boxOf(plot(page)), y = box.y + 60;
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", xs: number[]) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: xs.map((share, id) => ({ x: box.x + box.width * share, y, id })),
    });
  await touch("touchStart", [0.4, 0.6]);
  await touch("touchMove", [0.3, 0.7]);
  await touch("touchMove", [0.2, 0.8]);
  await touch("touchEnd", []);
  await eventually("less time is shown", () => page.url().includes("from="));
  const { searchParams } = new URL(page.url());
  const width = Date.parse(searchParams.get("to") ?? "") - Date.parse(searchParams.get("from") ?? "");
  assert(width < 5 * 3_600_000, `${width} ms`);
});

browserTest(
  "several streams are explored on one chart, found by search and asset, and the link shows them again",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 90);
    await plant.press(2, 20);
    await on.event(plant.instances[0], (row) => row.severity === "critical");
    const { page } = await open({ path: "/explore" });
    await page.getByText("No streams chosen").waitFor();
    const search = page.getByRole("combobox", { name: "Search streams" });
    await search.fill("pump1 pressure");
    await search.press("Enter");
    await chart(page).waitFor();
    await page.getByLabel("Asset", { exact: true }).selectOption({ label: "Own.Line1.Pump2" });
    await page.getByRole("checkbox", { name: "Own.Line1.Pump2.Pressure" }).check();
    const curves = page.getByRole("list", { name: "Curves" });
    await curves.getByRole("button", { name: /Pump1.*90/ }).waitFor();
    await curves.getByRole("button", { name: /Pump2.*20/ }).waitFor();
    await plant.press(2, 33);
    await curves.getByRole("button", { name: /Pump2.*33/ }).waitFor();
    await page.getByRole("button", { name: "Lanes" }).click();
    await page.getByRole("checkbox", { name: "Day before" }).check();
    await curves.getByRole("button", { name: /Pump2.Pressure, day before/ }).waitFor();
    assert(/streams=\d+,\d+&axes=lanes&compare=day$/.test(page.url()), page.url());
    const csv = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "CSV", exact: true }).click();
    const text = await Deno.readTextFile(await (await csv).path());
    assert(text.split("\r\n")[0].includes("Own.Line1.Pump2.Pressure"), text.slice(0, 200));
    const png = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "Picture (PNG)" }).click();
    const picture = await Deno.readFile(await (await png).path());
    assertEquals([...picture.slice(1, 4)], [..."PNG"].map((letter) => letter.charCodeAt(0)));
    const { page: other } = await open({ path: new URL(page.url()).pathname + new URL(page.url()).search });
    await other.getByRole("list", { name: "Curves" }).getByRole("button", { name: /Pump1/ }).first()
      .waitFor();
    await curves.getByRole("button", { name: "Remove Own.Line1.Pump1.Pressure" }).click();
    await eventually("the address has one stream", () => /streams=\d+&/.test(page.url()));
  },
);

browserTest("one outlier does not flatten the curve, and is shown on request", async ({ on, open }) => {
  await on.streams.make("number", "Own.Line1.Pump1.Pressure");
  await on.configure();
  const nowMs = Date.now();
  const samples = Array.from({ length: 120 }, (_, i): [string, number] => [
    new Date(nowMs - (125 - i) * 5_000).toISOString(),
    i === 60 ? 9_000 : 50 + i % 5,
  ]);
  await on.streams.write("Own.Line1.Pump1.Pressure", ...samples);
  const { page } = await open({
    path: `/plant/streams/${await streamId(on, "Own.Line1.Pump1.Pressure")}?range=15m`,
  });
  await page.getByText("Outside the axis: values as high as 9,000.").waitFor();
  await page.getByRole("button", { name: "Show all values" }).click();
  await page.getByRole("button", { name: "Leave out outliers" }).waitFor();
  await eventuallyEquals(() => page.getByText(/Outside the axis/).count(), 0);
});
