/**
 * `deno task bench:capacity [samples] [browsers] [events] [notifications]`: what one process on this machine carries, as
 * the table of docs/cluster.md shows it. About six minutes; nothing else should run meanwhile.
 */
import { run } from "./harness/run.ts";

const ROWS = ["samples", "browsers", "events", "notifications"];

const store = await Deno.makeTempDir();
const wanted = Deno.args.length === 0 ? ROWS : Deno.args;
const isWhole = await run({
  name: "capacity",
  command: ["deno task bench:capacity", ...Deno.args].join(" "),
  rows: wanted.map((row) => `capacity/${row}.ts`),
  env: { BENCH_STORE: store },
});
await Deno.remove(store, { recursive: true });
Deno.exit(isWhole ? 0 : 1);
