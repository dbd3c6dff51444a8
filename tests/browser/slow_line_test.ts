import { assert, assertEquals } from "@std/assert";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

interface Named {
  href?: string;
  src?: string;
}

browserTest(
  "before any script or style arrives, the page says what is active; the document names all its scripts",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 90);
    await on.event(plant.instances[0], (row) => row.severity === "critical");
    const asked: string[] = [];
    let release = () => {};
    const held = new Promise<void>((resolve) => release = resolve);
    const { page } = await open({ path: "/rules" });
    await page.route(/\/assets\/.*\.(js|css|woff2)$/, async (route) => {
      asked.push(new URL(route.request().url()).pathname);
      await held;
      await route.continue();
    });
    await page.goto("/", { waitUntil: "commit" });
    await page.getByText("Active events: 1 critical, 1 warning").waitFor();
    const named = await page.locator("link[rel=modulepreload], script[src]").evaluateAll((all: Named[]) =>
      all.map((one) => new URL(one.href ?? one.src ?? "").pathname)
    );
    assert(asked.every((path) => !path.endsWith("woff2")), "the font waits for the styles");
    release();
    await page.getByRole("heading", { name: "Overview" }).waitFor();
    const unnamed = asked.filter((path) => path.endsWith(".js") && !named.includes(path));
    assertEquals(unnamed, [], "the document names every script, so none waits for another");
  },
);

browserTest("a list that was seen is shown at once, without reading it again", async ({ on, open }) => {
  await pumps(on);
  const { page } = await open({ path: "/instances" });
  await page.getByRole("link", { name: "Pump 1" }).waitFor();
  await page.waitForLoadState("networkidle");
  let reads = 0;
  page.on("request", (request) => {
    if (/\/api\/(instances|plant-model)$/.test(new URL(request.url()).pathname)) reads++;
  });
  await page.getByRole("link", { name: "Pump 1" }).click();
  await page.getByRole("heading", { name: "Pump 1" }).waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "Pump 2" }).waitFor();
  assertEquals(reads, 0);
  await on.client.ok("PUT", "/api/plant-model/NORTH", { name: "Works South" });
  await page.waitForResponse(/\/api\/plant-model$/);
});
