import { assertEquals } from "@std/assert";
import type { SourceStream } from "../../connectors/source.ts";
import { ticksFromSourceTime } from "../../domain/shared/time.ts";
import { postgresTest } from "../support/postgres.ts";
import { SqlBench } from "../support/sql_harness.ts";
import { streamOf } from "../support/sql_reads.ts";

const IGNITION = `
  CREATE TABLE sqlth_drv (id int PRIMARY KEY, name text, provider text);
  CREATE TABLE sqlth_scinfo (id int PRIMARY KEY, scname text, drvid int);
  CREATE TABLE sqlth_te (id int PRIMARY KEY, tagpath text, scid int, datatype int, querymode int, created bigint, retired bigint);
  CREATE TABLE sqlth_partitions (pname text, drvid int, start_time bigint, end_time bigint, blocksize int, flags int);
  INSERT INTO sqlth_drv VALUES (1, 'gateway', 'default');
  INSERT INTO sqlth_scinfo VALUES (1, 'default', 1);
  INSERT INTO sqlth_te VALUES (1, 'line1/oven/temp', 1, 0, 0, 0, 5), (2, 'line1/oven/mode', 1, 2, 0, 0, NULL),
    (3, 'line1/oven/temp', 1, 1, 0, 5, NULL), (4, 'line1/oven/old', 1, 1, 0, 0, 7), (5, 'line1/oven/date', 1, 3, 0, 0, NULL);`;

/** A partition for each of some months of 2026, with an hour between rows of the tag 3. */
function months(count: number): string {
  return Array.from({ length: count }, (_, i) => {
    const month = String(i + 1).padStart(2, "0"), name = `sqlt_data_1_2026_${month}`;
    const [start, end] = [Date.UTC(2026, i, 1), Date.UTC(2026, i + 1, 1)];
    return `CREATE TABLE ${name} (tagid int, intvalue bigint, floatvalue float8, stringvalue text, datevalue timestamp,
        dataintegrity int, t_stamp bigint, PRIMARY KEY (tagid, t_stamp));
      INSERT INTO sqlth_partitions VALUES ('${name}', 1, ${start}, ${end}, 0, 1);
      INSERT INTO ${name} SELECT 3, NULL, t / 3600000, NULL, NULL, 192, t
        FROM generate_series(${start}::bigint, ${end - 1}, 3600000) t;`;
  }).join("\n");
}

postgresTest(
  "an Ignition historian: tags with several ids over partitions, their types and qualities",
  async () => {
    await using bench = await SqlBench.start(IGNITION + months(5));
    const midnight = Date.UTC(2026, 1, 1);
    await bench.database.run(`
    DELETE FROM sqlt_data_1_2026_01 WHERE t_stamp < ${midnight - 7_200_000};
    INSERT INTO sqlt_data_1_2026_01 VALUES (1, 5, NULL, NULL, NULL, 0, ${midnight - 1}),
      (2, NULL, NULL, 'heat', NULL, 192, ${midnight - 5});
    CREATE TABLE summary (tagid int); INSERT INTO sqlth_partitions VALUES ('summary', 1, 0, 0, 60, 0),
      ('not_there', 1, 0, 0, 0, 0)`);
    const source = await bench.connect({ config: { layout: "ignition", table: null } });
    const { streams, unsupported } = await source.discover();
    assertEquals(streams.map((one) => `${one.stream_name} ${one.data_type} ${one.asset_id}`), [
      "line1/oven/temp NUM line1.oven",
      "line1/oven/mode STR line1.oven",
    ]);
    assertEquals(unsupported.map(({ reason }) => reason), ["The tag has dates as values"]);
    const [temp, mode] = streams.map(({ source }, i): SourceStream => ({ id: i + 1, source }));
    const ticks = (ms: number) => ticksFromSourceTime(new Date(ms).toISOString())!;
    const hour = midnight / 3_600_000;
    const read = await source.window(
      temp!,
      ticks(midnight) - 3 * 36_000_000_000,
      ticks(midnight + 3_600_000),
    );
    assertEquals(read.map(({ value, quality }) => `${value} ${quality}`), [
      ...[`${hour - 2} good`, `${hour - 1} good`, "5 bad", `${hour} good`, `${hour + 1} good`],
    ]);
    assertEquals((await source.latest(mode!))?.value, "heat", "older than three partitions");
    assertEquals((await source.latest(temp!))?.time, ticks(Date.UTC(2026, 5, 1) - 3_600_000));
    const all = await source.window(temp!, ticks(Date.UTC(2025, 0, 1)), ticks(Date.UTC(2027, 0, 1)));
    const [[count]] = await bench.database.sql(
      "SELECT sum((xpath('/row/c/text()', query_to_xml('SELECT count(*) AS c FROM ' || pname || ' WHERE tagid IN (1, 3)', " +
        "false, true, '')))[1]::text::int) FROM sqlth_partitions WHERE pname LIKE 'sqlt_data%'",
    ) as [[string]];
    assertEquals(all.length, Number(count));
    const ask = { stream: temp!, from: ticks(midnight), to: ticks(Date.UTC(2026, 3, 1)), intervals: 2 };
    const chosen = await source.sampled(ask) ?? [];
    assertEquals([chosen[0]?.value, chosen.at(-1)?.value], [hour, Date.UTC(2026, 3, 1) / 3_600_000]);
    const facts = (await source.test()).facts;
    assertEquals(facts["Ignition historian"], "3 tags, 5 tables of samples in public");
  },
);

postgresTest("an Ignition historian: a new partition and a new id of a tag are read at once", async () => {
  await using bench = await SqlBench.start(IGNITION + months(1));
  let nowMs = Date.now();
  const source = await bench.connect({ config: { layout: "ignition" }, now: () => nowMs });
  const stream = await streamOf(source, "line1/oven/temp");
  const february = ticksFromSourceTime("2026-02-01T00:00:00Z")!;
  assertEquals(await source.window(stream, february, february + 600_000_000), []);
  const midnight = Date.UTC(2026, 1, 1);
  await bench.database.run(`
    CREATE TABLE sqlt_data_1_2026_02 (LIKE sqlt_data_1_2026_01);
    GRANT SELECT ON sqlt_data_1_2026_02 TO ${bench.user};
    INSERT INTO sqlth_partitions VALUES ('sqlt_data_1_2026_02', 1, ${midnight}, ${
    Date.UTC(2026, 2, 1)
  }, 0, 1);
    INSERT INTO sqlth_te VALUES (9, 'line1/oven/temp', 1, 1, 0, 9, NULL);
    INSERT INTO sqlt_data_1_2026_02 VALUES (9, NULL, 4.5, NULL, NULL, 192, ${midnight + 1_000})`);
  nowMs += 1_000;
  assertEquals((await source.window(stream, february, february + 600_000_000)).map(({ value }) => value), [
    4.5,
  ]);
});
