/** A server of which many variables change once a second, for measurements. Takes its port and the number of variables. */
import { DataType } from "node-opcua-client";
import { OpcUaServer } from "./opc_ua_server.ts";

const [port, count] = Deno.args.map(Number) as [number, number];
const STEPS = 20;
const server = await OpcUaServer.start({ port });
server.folderAt("Plant");
const names = Array.from({ length: count }, (_, i) => `Plant.T${i}`);
for (const name of names) server.variable(name, DataType.Double, { value: 0 });
console.log("ready");
// Spread over the second, as machines do.
for (let step = 0;; step++) {
  const begun = performance.now();
  for (let i = step % STEPS; i < count; i += STEPS) {
    server.write(names[i]!, Math.round(1e4 * Math.random()) / 100);
  }
  await new Promise((resolve) =>
    setTimeout(resolve, Math.max(0, 1_000 / STEPS - (performance.now() - begun)))
  );
}
