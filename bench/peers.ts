/** `deno task bench:peers [peer …]`: the same input for other engines, as far as their runtimes are installed. */
import { run } from "./harness/run.ts";
import { areInstalled } from "./peers/commands.ts";

const FROM_NPM = ["json_rules_engine", "zen_engine", "node_red"];
const FROM_MAVEN = ["esper", "flink"];

const wanted = Deno.args.length === 0 ? [...FROM_NPM, ...FROM_MAVEN] : Deno.args;
const needs = [
  { peers: FROM_MAVEN, what: "java (17 or later) and mvn", isInstalled: await areInstalled("java", "mvn") },
  { peers: ["node_red", "zen_engine"], what: "node and npm", isInstalled: await areInstalled("node", "npm") },
];
const leftOut = needs.filter(({ isInstalled }) => !isInstalled).flatMap(({ peers, what }) =>
  wanted.filter((peer) => peers.includes(peer)).map((peer) => ({ peer, what }))
);
const store = await Deno.makeTempDir();
const isWhole = await run({
  name: Deno.args.length === 0 ? "peers" : `peers_${wanted.join("_")}`,
  command: ["deno task bench:peers", ...Deno.args].join(" "),
  rows: wanted.filter((peer) => leftOut.every((left) => left.peer !== peer)).map((peer) =>
    `peers/${peer}.ts`
  ),
  leftOut: leftOut.map(({ peer, what }) => `${peer}: it needs ${what} on the PATH`),
  // Packages of peers stay out of deno.lock; their versions are exact.
  options: ["--no-lock"],
  env: { BENCH_STORE: Deno.env.get("BENCH_STORE") ?? store },
});
await Deno.remove(store, { recursive: true });
Deno.exit(isWhole ? 0 : 1);
