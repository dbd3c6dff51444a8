import { assertEquals } from "@std/assert";
import { type ImportRow, importRows, plannedTags } from "../../console/tags/import_rows.ts";
import { limitsDocument, type PackageDocument } from "../../console/tags/limits_package.ts";
import { csvTable } from "../../console/tags/csv_table.ts";
import { knownColumns } from "../../console/tags/tag_columns.ts";
import { decimalMark, tagLimits } from "../../console/tags/tag_limits.ts";
import { deploy } from "../unit/storage/support.ts";
import { discover, type Json, type TestApp, testApp } from "./support.ts";

const as = "engineer";

async function ok(app: TestApp, line: string, body?: Json): Promise<Json> {
  const answer = await app.call(line, { as, body });
  if (answer.status >= 300) throw new Error(`${line}: ${answer.text}`);
  return answer.body;
}

/** What the page does with a file. */
async function importing(app: TestApp, text: string, dry_run: boolean): Promise<ImportRow[]> {
  const { data: packages } = await ok(app, "GET /api/packages");
  const id = packages.find(({ name }: Json) => name === "Imported limits")?.id;
  const stored: PackageDocument | undefined = id &&
    (await ok(app, `GET /api/packages/${id}/export?instances=true`)).data;
  const table = csvTable(text), choice = knownColumns(table, "Any");
  const { read, refused } = tagLimits(table, { choice, mark: decimalMark(table, choice) });
  const known = new Set((await ok(app, "GET /api/monitored-assets")).data
    .flatMap(({ streams }: Json) => streams.map(({ stream_name }: Json) => stream_name)));
  const streamOf = (tag: string) =>
    known.has(tag)
      ? { stream_name: tag, uom: "bar", plant_node_floc_id: null }
      : "No monitored stream has this name";
  const plan = plannedTags(read, { streamOf, stored });
  const document = limitsDocument(plan.planned, stored);
  const { data } = await ok(app, "POST /api/packages/import", { document, dry_run });
  return importRows({
    planned: plan.planned,
    refused: [...refused, ...plan.refused],
    ...{ document, stored, items: data.items },
  });
}

const told = (rows: ImportRow[]) => rows.map(({ row, state, text }) => `${row} ${state} ${text}`);

async function instancesOf(app: TestApp): Promise<Json[]> {
  return (await ok(app, "GET /api/instances")).data;
}

const FILE =
  "Tag,HH,H,L,LL,Deadband,Delay,Priority,Unit\nP1,8,6,2,1,0.5,10,,bar\nP2,,6,,,,,critical,\nP3,,6,,,,,,\nP4,,6,,,,,,psi\n";

Deno.test("a file is compared, imported, compared again, and imported with other limits", async () => {
  await using app = await testApp();
  await discover(app.storage, ["P1", "P2", "P4"]);
  const expected = [
    "2 new HH 8, H 6, L 2, LL 1, deadband 0.5, delay 10",
    "3 new H 6",
    "4 refused No monitored stream has this name",
    "5 refused Unit: is psi, but the stream's is bar; limits are not converted",
  ];
  assertEquals(told(await importing(app, FILE, true)), expected);
  assertEquals(await instancesOf(app), [], "a comparison creates nothing");
  assertEquals(told(await importing(app, FILE, false)), expected);
  assertEquals((await instancesOf(app)).map(({ instance_name }) => instance_name).sort(), ["P1", "P2"]);
  assertEquals((await importing(app, FILE, true)).map(({ state }) => state), [
    "same",
    "same",
    "refused",
    "refused",
  ]);
  const other = FILE.replace("P1,8,6,", "P1,,7,");
  const changed = "2 changed High high 8 → none, High 6 → 7";
  assertEquals(told(await importing(app, other, false))[0], changed);
  assertEquals((await importing(app, other, true))[0]?.state, "same");
});

Deno.test("a deployed instance with other limits is not carried over, and neither is another priority", async () => {
  await using app = await testApp();
  await discover(app.storage, ["P1", "P2"]);
  await importing(app, FILE, false);
  const deployed = app.storage.instances.list({}).find(({ instance_name }) => instance_name === "P1")!;
  await deploy(app.storage, deployed.id);
  const [limits, prioritized] = told(
    await importing(app, FILE.replace("P1,8,", "P1,9,").replace("critical", "info"), true),
  );
  assertEquals(limits, '2 refused Instance "P1" is deployed; undeploy it first — High high 8 → 9');
  assertEquals(
    prioritized,
    "3 refused Priority: the stream is imported already with another one, in “Tag limits, critical”; delete that " +
      "instance first",
  );
});

Deno.test("a file of 10,000 tags is compared and imported in one request each", async () => {
  await using app = await testApp();
  const tags = Array.from({ length: 10_000 }, (_, n) => `T${n}`);
  await discover(app.storage, tags);
  const file = ["Tag,H", ...tags.map((tag) => `${tag},6`)].join("\n");
  const states = (rows: ImportRow[]) => new Set(rows.map(({ state }) => state));
  assertEquals(states(await importing(app, file, false)), new Set(["new"]));
  assertEquals(states(await importing(app, file, true)), new Set(["same"]));
});
