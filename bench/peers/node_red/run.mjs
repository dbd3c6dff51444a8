/**
 * Node-RED with one flow: a page of the feed by `http request`, its items one message each by `split`, judged by one
 * `function` node; after the last item the next page. Says `ready` when it runs, and its flips when told `flips`.
 *
 *     node run.mjs <folder of node_modules> <address of the feed> <rank 0's limit> <deadband> <instances a stream>
 */
import { createRequire } from "node:module";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";

const [folder, address, limit, deadband, ranks] = process.argv.slice(2);
const RED = createRequire(`${folder}/`)("node-red");

const judge = `
  const { resourceId, events } = msg.payload;
  const latched = context.get("latched"), flips = global.get("flips");
  let own = latched.get(resourceId);
  if (own === undefined) latched.set(resourceId, own = new Array(${ranks}).fill(false));
  for (const { Timestamp, Value } of events) {
    for (let rank = 0; rank < ${ranks}; rank++) {
      const truth = own[rank] ? Value > ${limit} + rank - ${deadband} : Value > ${limit} + rank;
      if (truth === own[rank]) continue;
      own[rank] = truth;
      flips.push([resourceId, rank, Timestamp, truth]);
    }
  }
  return msg.parts.index === msg.parts.count - 1 ? { payload: "" } : null;
`;
const start = `context.set("latched", new Map());`;
const flow = [
  { id: "bench_tab", type: "tab", label: "bench" },
  {
    ...{
      id: "bench_go",
      type: "inject",
      z: "bench_tab",
      once: true,
      onceDelay: 0.1,
      repeat: "",
      props: [{ p: "payload" }],
    },
    ...{ payload: "", payloadType: "str", wires: [["bench_page"]] },
  },
  {
    id: "bench_page",
    type: "http request",
    z: "bench_tab",
    method: "GET",
    ret: "obj",
    url: address,
    persist: true,
    wires: [["bench_items"]],
  },
  {
    ...{ id: "bench_items", type: "change", z: "bench_tab", wires: [["bench_split"]] },
    rules: [{ t: "set", p: "payload", pt: "msg", to: "payload.data", tot: "msg" }],
  },
  {
    id: "bench_split",
    type: "split",
    z: "bench_tab",
    arraySplt: 1,
    arraySpltType: "len",
    wires: [["bench_judge"]],
  },
  {
    id: "bench_judge",
    type: "function",
    z: "bench_tab",
    func: judge,
    outputs: 1,
    initialize: start,
    wires: [["bench_page"]],
  },
];

const flips = [];
mkdirSync(`${folder}/user`, { recursive: true });
writeFileSync(`${folder}/user/package.json`, "{}");
const server = createServer();
RED.init(server, {
  ...{ httpAdminRoot: false, httpNodeRoot: false, userDir: `${folder}/user`, flowFile: "none.json" },
  ...{
    functionGlobalContext: { flips },
    logging: { console: { level: "error" } },
    contextStorage: undefined,
  },
  storageModule: {
    init: () => Promise.resolve(),
    getFlows: () => Promise.resolve(flow),
    saveFlows: () => Promise.resolve(),
    getCredentials: () => Promise.resolve({}),
    saveCredentials: () => Promise.resolve(),
    getSettings: () => Promise.resolve({}),
    saveSettings: () => Promise.resolve(),
    getSessions: () => Promise.resolve({}),
    saveSessions: () => Promise.resolve(),
    getLibraryEntry: () => Promise.resolve([]),
    saveLibraryEntry: () => Promise.resolve(),
  },
});
await RED.start();
console.log("ready");
createInterface({ input: process.stdin }).on("line", () => console.log(`flips ${JSON.stringify(flips)}`))
  .on("close", () => process.exit(0));
