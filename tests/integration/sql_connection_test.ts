import { assertEquals, assertMatch } from "@std/assert";
import { Refusal } from "../../domain/shared/refusal.ts";
import { eventually, inTime } from "../support/eventually.ts";
import { postgresTest } from "../support/postgres.ts";
import { SqlBench } from "../support/sql_harness.ts";
import { DAY, HISTORY, reasonOf, streamOf } from "../support/sql_reads.ts";

postgresTest("what is wrong with a source is told with what to do", async () => {
  await using bench = await SqlBench.start(`${HISTORY};
    CREATE TABLE secret (tag text, time timestamptz, value float8, quality int)`);
  await bench.database.run(`REVOKE ALL ON secret FROM ${bench.user}`);
  const failing = async (connection: Parameters<SqlBench["connect"]>[0]) => {
    const source = await bench.connect(connection);
    return await reasonOf(() => source.discover());
  };
  assertMatch(
    await failing({ password: "wrong" }),
    /^INVALID_CREDENTIALS the password of "reader_plant\d+" is wrong/,
  );
  assertMatch(await failing({ config: { user: "nobody" } }), /^INVALID_CREDENTIALS .+ there is no such user/);
  assertMatch(
    await failing({ config: { database: "none" } }),
    /The database "none" does not exist at 127\.0\.0\.1/,
  );
  assertMatch(
    await failing({ config: { table: "History" } }),
    /The table public\.History does not exist, upper and lower case count; there are public\.history/,
  );
  assertMatch(
    await failing({ config: { value_columns: ["val"] } }),
    /public\.history has no column "val"; it has tag, time, value, quality/,
  );
  assertMatch(
    await failing({ config: { table: "secret" } }),
    /lacks a right: permission denied for table secret/,
  );
  assertMatch(
    await failing({ config: { time_unit: "ms" } }),
    /"time" .+ has the type timestamp with time zone; .+ must be timestamps/,
  );
  assertMatch(
    await failing({ config: { time_column: "quality" } }),
    /"quality" .+ has the type integer; .+ must be seconds or parts of them since 1970/,
  );
  assertMatch(await failing({ config: { port: 1 } }), /127\.0\.0\.1:1: nothing answers there/);
  assertMatch(await failing({ config: { host: "192.0.2.1" } }), /192\.0\.2\.1 is a reserved address/);
  assertMatch(
    await failing({ config: { host: "no.such.host.invalid" } }),
    /"no\.such\.host\.invalid" could not be found/,
  );
});

postgresTest("TLS needs a certificate that is known and of the right name", async (server) => {
  await using bench = await SqlBench.start(HISTORY);
  const test = async (config: Record<string, unknown>) =>
    (await bench.connect({ config: { tls: true, ...config } })).test();
  const { facts } = await test({ host: "localhost", ca: server.ca });
  assertEquals(facts.Encryption, "TLSv1.3");
  assertMatch(
    await reasonOf(() => test({ host: "localhost" })),
    /certificate of localhost is signed by an authority/,
  );
  const other = { host: "127.0.0.2", port: server.port, ca: server.ca };
  assertMatch(await reasonOf(() => test(other)), /certificate of 127\.0\.0\.2 is for another name/);
  const reload = async (ssl: string) => {
    await bench.database.run("SELECT pg_reload_conf()");
    const shown = async () => (await bench.database.sql("SHOW ssl"))[0]?.[0];
    await eventually("the server has read its settings", async () => await shown() === ssl);
  };
  await bench.database.run("ALTER SYSTEM SET ssl = off");
  try {
    await reload("off");
    const refused = await reasonOf(() => test({ host: "localhost", ca: server.ca }));
    assertMatch(refused, /localhost offers no TLS; switch "ssl" on there/);
  } finally {
    await bench.database.run("ALTER SYSTEM RESET ssl");
    await reload("on");
  }
});

postgresTest("a test tells the version, the index, and a user that may do more than read", async (server) => {
  await using bench = await SqlBench.start(`${HISTORY}; CREATE TABLE bare AS TABLE history`);
  const factsOf = async (connection: Parameters<SqlBench["connect"]>[0] = {}) =>
    (await (await bench.connect(connection)).test()).facts;
  const facts = await factsOf();
  assertMatch(facts.Server ?? "", /^PostgreSQL \d+/);
  assertEquals([facts.Table, facts.Index, facts.Rights, facts.Encryption], [
    "public.history: value",
    "on tag, time",
    "reads only",
    "none",
  ]);
  assertMatch((await factsOf({ config: { table: "bare" } })).Index ?? "", /^Warning: none on tag, time/);
  await bench.database.run(`GRANT INSERT ON history TO ${bench.user}`);
  assertMatch((await factsOf()).Rights ?? "", /^Warning: "reader_plant\d+" may write to these tables/);
  const superuser = { config: { user: server.superuser.user }, password: server.superuser.password };
  assertMatch((await factsOf(superuser)).Rights ?? "", /^Warning: "postgres" is a superuser/);
});

postgresTest("the session only reads, whatever the user may do", async (server) => {
  await using bench = await SqlBench.start(`
    CREATE TABLE traces (i int);
    CREATE FUNCTION trace() RETURNS float8 LANGUAGE sql VOLATILE AS 'INSERT INTO traces VALUES (1) RETURNING 1.0';
    CREATE VIEW history AS SELECT 'a'::text AS tag, now() AS time, trace() AS value, 0 AS quality`);
  const { user, password } = server.superuser;
  const source = await bench.connect({ config: { user }, password });
  assertMatch(await reasonOf(() => source.discover()), /cannot execute INSERT in a read-only transaction/);
  assertEquals(await bench.database.sql("SELECT count(*) FROM traces"), [["0"]]);
});

/** Whoever reads the stream `slow` waits for a minute. */
const SLOW = `${HISTORY.replace("history", "stored")};
  CREATE TABLE tags (tag text);
  INSERT INTO tags VALUES ('slow'), ('fast');
  INSERT INTO stored VALUES ('slow', '2026-01-31T08:00:00Z', 1, 0), ('fast', '2026-01-31T08:00:00Z', 2, 0);
  CREATE VIEW history AS SELECT * FROM stored
    WHERE CASE WHEN tag = 'slow' THEN pg_sleep(60) IS NOT NULL ELSE true END`;
const SLOW_CONFIG = { tag_table: "tags", tag_key_column: "tag" };

const running = (bench: SqlBench) =>
  bench.database.sql("SELECT pid FROM pg_stat_activity WHERE usename = $1 AND state = 'active'", [
    bench.user,
  ]);

postgresTest("a read that is given up ends at the server, by TLS too", async (server) => {
  await using bench = await SqlBench.start(SLOW);
  for (const tls of [false, true]) {
    const source = await bench.connect({
      config: { ...SLOW_CONFIG, tls, ...tls ? { host: "localhost", ca: server.ca } : {} },
    });
    const stream = await streamOf(source, "slow");
    const stop = new AbortController();
    const reading = reasonOf(() => source.window(stream, ...DAY, { signal: stop.signal }));
    await eventually("the query runs", async () => (await running(bench)).length === 1);
    stop.abort(new Refusal("UNAVAILABLE", "Given up", { reason: "given up" }));
    assertEquals(await inTime("the read ends", reading), "UNAVAILABLE given up");
    // Sooner than the 30 s after which the server ends it by itself.
    await eventually("the query has ended", async () => (await running(bench)).length === 0, 15_000);
    await source.close();
  }
});

postgresTest("charts that take long do not hold up live evaluation", async () => {
  await using bench = await SqlBench.start(SLOW);
  const source = await bench.connect({ config: SLOW_CONFIG });
  const slow = await streamOf(source, "slow"), fast = await streamOf(source, "fast");
  const stop = new AbortController(), { signal } = stop;
  const charts = Array.from(
    { length: 8 },
    () => reasonOf(() => source.window(slow, ...DAY, { work: "trends", signal })),
  );
  await eventually("the charts are read", async () => (await running(bench)).length === 2);
  const read = await inTime("live evaluation reads", source.window(fast, ...DAY));
  assertEquals(read.map(({ value }) => value), [2]);
  stop.abort(new Refusal("UNAVAILABLE", "Given up", { reason: "given up" }));
  assertEquals(new Set(await Promise.all(charts)), new Set(["UNAVAILABLE given up"]));
});

postgresTest("a query that takes too long is told, and no chart is chosen from its span", async () => {
  await using bench = await SqlBench.start(SLOW);
  const source = await bench.connect({ config: SLOW_CONFIG });
  const stream = await streamOf(source, "slow");
  const ended = async <T>(reading: Promise<T>): Promise<T> => {
    await eventually("the query runs", async () => (await running(bench)).length === 1);
    // As the server does by itself after 30 s.
    for (const [pid] of await running(bench)) await bench.database.sql("SELECT pg_cancel_backend($1)", [pid]);
    return await reading;
  };
  assertMatch(
    await ended(reasonOf(() => source.window(stream, ...DAY))),
    /took longer than 30 s; the index that docs\/sql\.md names is missing/,
  );
  assertEquals(await ended(source.sampled({ stream, from: DAY[0], to: DAY[1], intervals: 5 })), null);
});

postgresTest("connections that were lost while nobody read are replaced without a failure", async () => {
  await using bench = await SqlBench.start(HISTORY);
  await bench.database.run("INSERT INTO history VALUES ('a', '2026-01-31T08:00:00Z', 1, 0)");
  const source = await bench.connect(), stream = await streamOf(source, "a");
  assertEquals((await source.latest(stream))?.value, 1);
  await bench.database.sql("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", [
    bench.user,
  ]);
  assertEquals((await source.latest(stream))?.value, 1);
});

postgresTest("reads, discoveries, tests and checks go on beside each other", async () => {
  await using bench = await SqlBench.start(HISTORY);
  await bench.database.run("INSERT INTO history VALUES ('a', '2026-01-31T08:00:00Z', 1, 0)");
  const source = await bench.connect(), stream = await streamOf(source, "a");
  for (let round = 0; round < 5; round++) {
    await Promise.all([
      source.discover(),
      source.inspect([stream]),
      source.test(),
      source.discover(),
      source.latest(stream),
      source.window(stream, ...DAY),
    ]);
  }
});
