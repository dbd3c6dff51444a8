import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { findMosquitto, Mosquitto } from "../support/mosquitto.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";

const DATA_DIR = Deno.makeTempDirSync({ prefix: "collected_sources" });
Deno.test.afterAll(() => Deno.remove(DATA_DIR, { recursive: true }));
/** Each Andon has a folder of its own: the numbers of their sources are the same. */
const aloneIn = (folder: string) => ({
  configuration: null,
  environment: { DATA_DIR: `${DATA_DIR}/${folder}` },
});

const sideways = (page: Page) => page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");

browserTest(
  "a key for programs that send is shown once with the lines to paste, and the page shows what they send",
  async ({ on, open }) => {
    const { page } = await open({ path: "/settings/sources/new" });
    await page.getByRole("link", { name: /^HTTP push/ }).click();
    await page.getByLabel("Name", { exact: true }).fill("line2");
    await page.getByRole("button", { name: "Test and create" }).click();
    const key = page.getByRole("region", { name: "Key", exact: true });
    await key.getByRole("button", { name: "Make key" }).click();
    await key.getByText("Copy it now").waitFor();
    const secret = await key.locator(".secret code").first().innerText();
    assertMatch(secret, /^ask_/);
    const pasted = (await key.locator(".secret.block code").allInnerTexts()).join("\n");
    assert(pasted.includes(secret) && pasted.includes(on.client.baseUrl) && !pasted.includes("{"), pasted);
    const sent = await fetch(`${on.client.baseUrl}/ingest/line2`, {
      method: "POST",
      headers: { authorization: `Bearer ${secret}` },
      body: "press,line=1 temperature=21.5\nbroken",
    });
    assertEquals(sent.status, 200, await sent.text());
    await page.reload();
    const intake = page.getByRole("region", { name: "What comes in" });
    await intake.getByText("21.5").waitFor();
    await intake.getByText("1 last rejection").click();
    await intake.getByRole("list", { name: "Rejections" }).getByText(/Line 2/).waitFor();
    assertEquals(await page.getByText(secret).count(), 0, "it is not shown again");
    assertEquals(await seriousFindings(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    assertEquals([await sideways(page), ...await seriousFindings(page)], [0]);
  },
  aloneIn("push"),
);

if (findMosquitto() !== undefined) {
  browserTest(
    "the topics of a broker are unfolded and ticked by keys, the time of a message too, and are read once saved",
    async ({ on, open }) => {
      await using broker = await Mosquitto.start();
      const client = await broker.client();
      const message = '{"value":21.5,"ts":"2026-11-29T07:00:00Z"}';
      await client.publishAsync("plant/line/temp", message, { retain: true });
      const { data: { id } } = await on.client.ok("POST", "/api/sources", {
        name: "line2",
        kind: "mqtt",
        config: { host: "127.0.0.1", port: broker.port, tls: false },
      });
      const { page } = await open({ path: `/settings/sources/${id}` });
      const tree = page.getByRole("tree", { name: "What there is" });
      await tree.getByRole("treeitem", { name: "plant" }).focus();
      for (const child of ["line", "temp", "value"]) {
        await page.keyboard.press("ArrowRight");
        await tree.getByRole("treeitem", { name: new RegExp(`^${child}`) }).waitFor();
        await page.keyboard.press("ArrowDown");
      }
      await tree.getByText("21.5").last().waitFor();
      const item = (name: RegExp) => tree.getByRole("treeitem", { name });
      await item(/^value/).focus();
      await page.keyboard.press("Space");
      assertEquals(await item(/^value/).getAttribute("aria-checked"), "true");
      await item(/^ts/).click();
      await page.getByLabel("Time", { exact: true }).first().check();
      await page.getByText("1 item chosen, not saved yet").waitFor();
      assertEquals(await seriousFindings(page), []);
      await page.getByRole("button", { name: "Save and test" }).click();
      await page.getByText("1 item chosen", { exact: true }).waitFor();
      const [row] = (await on.client.ok("GET", `/api/sources/${id}`)).data.config.topics;
      assertEquals([row.topic, row.value, row.time], ["plant/line/temp", "value", "ts"]);
      await eventually(
        "the stream is there",
        async () => (await on.client.ok("GET", `/api/sources/${id}/intake`)).data.streams === 1,
      );
      await page.setViewportSize({ width: 390, height: 844 });
      assertEquals([await sideways(page), ...await seriousFindings(page)], [0]);
      // It may be reading the broker's topics again, and the broker ends first.
      await page.close();
    },
    aloneIn("mqtt"),
  );
}
