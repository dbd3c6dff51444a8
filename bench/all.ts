/** `deno task bench [row …]`: the rows that need only this machine; without names, all of them. */
import { run } from "./harness/run.ts";

const ROWS = [
  "engine",
  "memory",
  "durable_writes",
  "collected",
  "mqtt",
  "mqtt_to_frame",
  "opc_ua",
  "http_get",
  "push_fanout",
  "feed_to_event",
  "recovery",
  "sample_to_frame",
  "notifications",
];

/** The store that several rows share; the first of them creates it. */
const store = await Deno.makeTempDir();
const wanted = Deno.args.length === 0 ? ROWS : Deno.args;
const isWhole = await run({
  name: Deno.args.length === 0 ? "bench" : `bench_${wanted.join("_")}`,
  command: ["deno task bench", ...Deno.args].join(" "),
  rows: wanted.map((row) => `rows/${row}.ts`),
  env: { BENCH_STORE: Deno.env.get("BENCH_STORE") ?? store },
});
await Deno.remove(store, { recursive: true });
Deno.exit(isWhole ? 0 : 1);
