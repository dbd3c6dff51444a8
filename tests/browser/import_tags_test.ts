import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import type { Json } from "../support/andon_client.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";

const STREAMS = ["Dairy.Cup1.Filler.Speed", "Dairy.Cup1.Packer.Speed", "Dairy.Cup2.Filler.Speed"];

const FILE = [
  "\uFEFFTag;Beschreibung;Obergrenze 2;Hi;Lo;LoLo;Delay",
  "Dairy.Cup1.Filler.Speed;Abfüller;120,5;110;;;5",
  "dairy/cup1/packer/speed;;;90,5;20;10;",
  "Dairy.Cup9.Filler.Speed;;;90;;;",
  "Dairy.Cup2.Filler.Speed;;;viel;;;",
].join("\r\n");

const choose = (page: Page, text: string) =>
  page.getByLabel(/^Tags with their limits/).setInputFiles({
    name: "tags.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });

const rowsOf = (page: Page) =>
  page.locator("tbody tr").evaluateAll((rows: { cells: Iterable<{ textContent: string }> }[]) =>
    rows.map(({ cells }) => [...cells].map(({ textContent }) => textContent).join(" | "))
  );

browserTest(
  "tags with limits are compared row by row, imported, and deployed with the limits they have",
  async ({ on, open }) => {
    await on.streams.make("number", ...STREAMS);
    await on.configure();
    const { page } = await open({ path: "/rules" });
    await page.getByRole("link", { name: "Import tags with limits" }).click();
    await choose(page, "Tag\nA");
    await page.getByRole("alert").getByText("The first row has one column").waitFor();
    await choose(page, FILE);
    const columns = page.getByRole("region", { name: "Columns" });
    await columns.getByText("4 rows").waitFor();
    assertEquals(await columns.getByLabel("Decimals").inputValue(), ",");
    await columns.getByText("Not carried over: Beschreibung, Obergrenze 2").waitFor();
    await columns.getByLabel("High high").selectOption({ label: "Obergrenze 2" });
    await columns.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("button", { name: "Import 2 tags" }).waitFor();
    assertEquals(await rowsOf(page), [
      "2 | Dairy.Cup1.Filler.Speed | New | HH 120.5, H 110, delay 5",
      "3 | dairy/cup1/packer/speed → Dairy.Cup1.Packer.Speed | New | H 90.5, L 20, LL 10",
      "4 | Dairy.Cup9.Filler.Speed | Not carried over | No monitored stream has this name",
      "5 | Dairy.Cup2.Filler.Speed | Not carried over | High: “viel” is not a number with a decimal comma",
    ]);
    assertEquals(await seriousFindings(page), []);
    await page.getByRole("button", { name: "Not carried over 2" }).click();
    assertEquals((await rowsOf(page)).length, 2);
    await page.getByRole("button", { name: "Import 2 tags" }).click();
    await page.getByText("The instances are in the package").waitFor();
    const { data: instances } = await on.client.ok("GET", "/api/instances");
    const made = instances.filter(({ instance_name }: Json) => STREAMS.includes(String(instance_name)));
    assertEquals(made.map(({ is_deployed }: Json) => is_deployed), [false, false]);
    for (const { id, instance_name } of made) {
      await on.client.ok("POST", `/api/instances/${id}/deploy`);
      const { data } = await on.client.ok("GET", `/api/instances/${id}`);
      const left = data.left_out_rules.map(({ rule_id }: Json) => rule_id);
      assertEquals(left, instance_name === STREAMS[0] ? ["low", "low_low"] : ["high_high"]);
    }
    await choose(page, FILE.replace("90,5;20", "95;20"));
    await columns.getByRole("button", { name: "Compare" }).click();
    await page.getByText(/is deployed; undeploy it first — High 90.5 → 95/).waitFor();
  },
);
