import { assertEquals } from "@std/assert";
import { DataType } from "node-opcua-client";
import type { Page } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { OpcUaServer } from "../support/opc_ua_server.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";

const DATA_DIR = Deno.makeTempDirSync({ prefix: "opc_ua_source" });
Deno.test.afterAll(() => Deno.remove(DATA_DIR, { recursive: true }));

/** The names of the nodes with a tick. */
async function ticked(page: Page): Promise<string[]> {
  const names = page.locator("[role=treeitem][aria-checked=true] .node-name");
  return await names.allInnerTexts();
}

const sideways = (page: Page) => page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");

function plant(server: OpcUaServer): void {
  for (const line of ["Line1", "Line2"]) {
    server.folderAt(line);
    server.folderAt(`${line}.Filler`, line);
    const unit = { displayName: { text: "°C" } };
    server.variable(`${line}.Filler.Temperature`, DataType.Double, { unit, value: 21.5 });
    server.variable(`${line}.Filler.Speed`, DataType.Float, { value: 0.1 });
    server.variable(`${line}.Filler.Recipe`, DataType.String, {
      value: "Oat drink, barista edition, 1 litre carton",
    });
    server.variable(`${line}.Run`, DataType.Boolean, { value: true });
  }
}

browserTest(
  "the tree of an OPC UA server is unfolded, a variable and a folder are ticked, and once saved their values come in",
  async ({ on, open }) => {
    await using server = await OpcUaServer.start();
    plant(server);
    const { page } = await open({ path: "/settings/sources/new" });
    await page.getByRole("link", { name: /^OPC UA/ }).click();
    await page.getByLabel("Name", { exact: true }).fill("line2");
    await page.getByLabel("Address").fill(server.url);
    await page.getByLabel("Security").selectOption("none");
    await page.getByRole("button", { name: "Test and create" }).click();
    await page.getByRole("heading", { name: "line2", exact: true }).waitFor();
    const tree = page.getByRole("tree", { name: "What there is" });
    const item = (name: RegExp) => tree.getByRole("treeitem", { name });
    await item(/^Line1/).focus();
    await page.keyboard.press("ArrowRight");
    await item(/^Filler/).focus();
    await page.keyboard.press("ArrowRight");
    await item(/^Temperature 21.5 °C/).focus();
    await page.keyboard.press("Space");
    await item(/^Line2/).click();
    await page.getByLabel("All below it").check();
    await item(/^Line2/).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByText("2 items chosen, not saved yet").waitFor();
    await item(/^Run/).nth(1).click();
    await page.getByText("Chosen with all below a node above it").waitFor();
    await page.keyboard.press("Space");
    assertEquals(await ticked(page), ["Temperature", "Line2", "Filler", "Run"]);
    assertEquals(await seriousFindings(page), []);
    await page.getByRole("button", { name: "Save and test" }).click();
    await page.getByText("2 items chosen", { exact: true }).waitFor();
    assertEquals(await ticked(page), ["Temperature", "Line2", "Filler", "Run"], "the tree stays unfolded");
    const { data: [{ id, config }] } = await on.client.ok("GET", "/api/sources");
    assertEquals(config.nodes, [server.id("Line1.Filler.Temperature"), `${server.id("Line2")}/#`]);
    await eventually(
      "the variables are streams",
      async () => (await on.client.ok("GET", `/api/sources/${id}/intake`)).data.streams === 5,
    );
    server.write("Line1.Filler.Temperature", 87.25);
    await page.getByRole("region", { name: "What comes in" }).getByText("87.25").waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: "dark" });
    assertEquals([await sideways(page), ...await seriousFindings(page)], [0]);
    // It may be reading the tree again, and the server ends first.
    await page.close();
  },
  { configuration: null, environment: { DATA_DIR } },
);
