import { assertEquals, assertRejects } from "@std/assert";
import { type SourceStream, StreamUnavailable } from "../../connectors/source.ts";
import { postgresTest } from "../support/postgres.ts";
import { SqlBench } from "../support/sql_harness.ts";
import { DAY, HISTORY, shown, streamOf } from "../support/sql_reads.ts";

postgresTest(
  "a table with a row for each value: names by the index, types, qualities, microseconds",
  async () => {
    await using bench = await SqlBench.start(HISTORY);
    await bench.database.run(`
    INSERT INTO history VALUES
      ('line1/oven/Temp', '2026-01-31T08:00:00.000001Z', 1.5, 0),
      ('line1/oven/Temp', '2026-01-31T08:00:01Z', NULL, 0),
      ('line1/oven/Temp', '2026-01-31T08:00:02Z', 'NaN', 0),
      ('line1/oven/Temp', '2026-01-31T08:00:03Z', 3, 1073741824),
      ('line1/oven/Temp', 'infinity', 9, 0),
      ('plain', '2026-01-31T08:00:00Z', 7, NULL)`);
    const source = await bench.connect();
    const { streams, assets } = await source.discover();
    assertEquals(streams.map((one) => [one.stream_name, one.asset_id, one.data_type]), [
      ["line1/oven/Temp", "line1.oven", "NUM"],
      ["plain", "Unassigned", "NUM"],
    ]);
    assertEquals(assets.map(({ asset_id }) => asset_id), ["Unassigned", "line1.oven"]);
    const [temp, plain] = streams.map(({ source }, i): SourceStream => ({ id: i + 1, source }));
    assertEquals(shown(await source.window(temp!, ...DAY)), [
      "08:00:00.000001 1.5 good",
      "08:00:01 null bad",
      "08:00:02 null bad",
      "08:00:03 3 uncertain",
    ]);
    assertEquals(shown([await source.latest(temp!), await source.latest(plain!)]), [
      "08:00:03 3 uncertain",
      "08:00:00 7 uncertain",
    ]);
    const ask = { stream: temp!, from: DAY[0], to: DAY[1], intervals: 1 };
    assertEquals(shown(await source.sampled(ask) ?? []), [
      "08:00:00.000001 1.5 good",
      "08:00:03 3 uncertain",
    ]);
  },
);

postgresTest(
  "a column for each value, by machine: the types of the columns, and nothing where a row has no value",
  async () => {
    await using bench = await SqlBench.start(`
    CREATE TYPE mode AS ENUM ('idle', 'running');
    CREATE TABLE history (machine text, time timestamp, temp numeric, is_on bool, mode mode, note varchar(20), extra jsonb);
    INSERT INTO history VALUES
      ('press', '2026-01-31T09:00:00', 1.25, true, 'running', 'start  ', '{}'),
      ('press', '2026-01-31T09:00:01', NULL, NULL, NULL, NULL, NULL),
      ('press', '2026-01-31T09:00:02', 2.5, false, 'idle', NULL, NULL)`);
    const source = await bench.connect({
      config: {
        ...{ layout: "wide", name_column: "machine", value_columns: [], quality_column: null },
        time_zone: "Europe/Berlin",
      },
    });
    const { streams } = await source.discover();
    assertEquals(streams.map((one) => `${one.stream_name} ${one.data_type} ${one.asset_id}`), [
      "press.temp NUM press",
      "press.is_on BOOL press",
      "press.mode STR press",
      "press.note STR press",
    ]);
    const asks = streams.map(({ source }, i) => ({
      stream: { id: i + 1, source },
      from: DAY[0],
      to: DAY[1],
    }));
    const read: string[] = [];
    for (const group of await source.windows.group(asks)) {
      for await (const { samples, stream } of source.windows.read(group)) {
        read.push(...shown(samples).map((text) => `${stream.id} ${text}`));
      }
    }
    assertEquals(read, [
      "1 08:00:00 1.25 good",
      "1 08:00:02 2.5 good",
      "2 08:00:00 true good",
      "2 08:00:02 false good",
      "3 08:00:00 running good",
      "3 08:00:02 idle good",
      "4 08:00:00 start good",
    ], "times of Berlin");
    assertEquals(shown([await source.latest(asks[3]!.stream)]), ["08:00:00 start good"]);
    assertEquals(await source.sampled({ ...asks[2]!, intervals: 2 }), null, "a text has no extremes");
  },
);

postgresTest(
  "names with units and assets come from a table of their own; a type that changed is bad",
  async () => {
    await using bench = await SqlBench.start(`
    CREATE TABLE tags (id int PRIMARY KEY, name text, unit text, path text);
    CREATE TABLE history (tag int, time timestamptz, value float8, PRIMARY KEY (tag, time));
    INSERT INTO tags VALUES (1, 'Temp', '°C', 'hall > line'), (2, 'Empty', NULL, NULL);
    INSERT INTO history VALUES (1, '2026-01-31T08:00:00Z', 20)`);
    const config = {
      ...{ quality_column: null, tag_table: "tags", tag_key_column: "id", tag_name_column: "name" },
      ...{ tag_unit_column: "unit", tag_asset_column: "path", asset_separator: ">" },
    };
    const source = await bench.connect({ config });
    const { streams: [temp, empty] } = await source.discover();
    assertEquals([temp?.stream_name, temp?.uom, temp?.asset_id], ["Temp", "°C", "hall.line"]);
    assertEquals([empty?.stream_name, empty?.uom, empty?.asset_id], ["Empty", null, "Unassigned"]);
    const stream = { id: 1, source: temp!.source };
    await bench.database.run("ALTER TABLE history ALTER value TYPE text USING 'hot'");
    assertEquals(shown([await source.latest(stream)]), ["08:00:00 null bad"]);
    await bench.database.run("DELETE FROM tags WHERE id = 1");
    assertEquals((await source.inspect([stream])).map(({ found }) => found), [null]);
  },
);

postgresTest("of several rows of one time the highest value counts, however they are read", async () => {
  await using bench = await SqlBench.start(
    "CREATE TABLE history (tag text, time timestamptz, value float8, quality int)",
  );
  await bench.database.run(`
    INSERT INTO history SELECT 'a', '2026-01-31T08:00:00Z'::timestamptz + (i / 40) * interval '1 s', (i * 7) % 40, 0
    FROM generate_series(0, 199) i`);
  const source = await bench.connect(), stream = await streamOf(source, "a");
  const expected = [0, 1, 2, 3, 4].map((second) => `08:00:0${second} 39 good`.replace("08:00:00 ", "08 "));
  const whole = shown(await source.window(stream, ...DAY));
  assertEquals(whole.map((text) => text.split(" ")[1]), Array(5).fill("39"), expected.join());
  const [group] = await source.windows.group([{ stream, from: DAY[0], to: DAY[1] }]);
  const paged: string[] = [];
  for await (const { samples } of source.windows.read(group!, { pageSize: 10 })) {
    paged.push(...shown(samples));
  }
  assertEquals(paged, whole);
});

postgresTest("names of tables, columns and streams are taken literally", async () => {
  const table = `we"ird; DROP TABLE x; --`, tag = `'; DROP TABLE "x"; --`;
  await using bench = await SqlBench.start(`
    CREATE TABLE "we""ird; DROP TABLE x; --" ("the ""tag" text, "Time" timestamptz, "select" float8);
    CREATE TABLE x (i int)`);
  await bench.database.sql(`INSERT INTO "we""ird; DROP TABLE x; --" VALUES ($1, '2026-01-31T08:00:00Z', 1)`, [
    tag,
  ]);
  const source = await bench.connect({
    config: {
      ...{ table, name_column: 'the "tag', time_column: "Time", value_columns: ["select"] },
      quality_column: null,
    },
  });
  const stream = await streamOf(source, tag);
  assertEquals((await source.window(stream, ...DAY)).map(({ value }) => value), [1]);
  assertEquals(await bench.database.sql("SELECT count(*) FROM x"), [["0"]]);
});

postgresTest("a stream that is not there is told from one without new rows", async () => {
  await using bench = await SqlBench.start(HISTORY);
  await bench.database.run("INSERT INTO history VALUES ('a', '2026-01-30T08:00:00Z', 1, 0)");
  const source = await bench.connect(), stream = await streamOf(source, "a");
  assertEquals(await source.window(stream, ...DAY), []);
  await bench.database.run("DELETE FROM history");
  await assertRejects(() => source.window(stream, ...DAY), StreamUnavailable);
  assertEquals((await source.inspect([stream])).map(({ found }) => found), [null]);
});

postgresTest(
  "a column that is dropped takes only its own stream with it, in the read that notices",
  async () => {
    await using bench = await SqlBench.start(
      "CREATE TABLE history (time timestamptz PRIMARY KEY, a float8, b float8)",
    );
    await bench.database.run("INSERT INTO history VALUES ('2026-01-31T08:00:00Z', 1, 2)");
    const source = await bench.connect({
      config: { layout: "wide", name_column: null, value_columns: [], quality_column: null },
    });
    const streams = [await streamOf(source, "a"), { ...await streamOf(source, "b"), id: 2 }];
    await bench.database.run("ALTER TABLE history DROP COLUMN a");
    const asks = streams.map((stream) => ({ stream, from: DAY[0], to: DAY[1] }));
    const read: unknown[] = [];
    for (const group of await source.windows.group(asks)) {
      for await (const { stream, samples, failure } of source.windows.read(group)) {
        read.push([stream.id, samples.map(({ value }) => value), failure instanceof StreamUnavailable]);
      }
    }
    assertEquals(read, [[1, [], true], [2, [2], false]]);
  },
);

postgresTest("many streams are read with few queries, page by page", async () => {
  await using bench = await SqlBench.start(HISTORY);
  await bench.database.run(`
    INSERT INTO history SELECT 'm' || m, '2026-01-31T08:00:00Z'::timestamptz + s * interval '1 s', m + s, 0
    FROM generate_series(1, 1200) m, generate_series(0, 59) s`);
  const source = await bench.connect({ requestsPerMinute: 1_000 });
  const { streams } = await source.discover();
  const asks = streams.map(({ source }, i) => ({ stream: { id: i + 1, source }, from: DAY[0], to: DAY[1] }));
  const groups = await source.windows.group(asks), counts = new Map<number, number>();
  for (const group of groups) {
    for await (const { stream: { id }, samples } of source.windows.read(group)) {
      counts.set(id, (counts.get(id) ?? 0) + samples.length);
    }
  }
  assertEquals([groups.length, counts.size, new Set(counts.values())], [3, 1_200, new Set([60])]);
});
