/** A process that lends workers to whoever asks, for rows that measure lines: `lender_child.ts <the worker's module>`. */
import { lendWorker } from "../../actors/runtime/line.ts";
import { lendLine } from "../../connectors/holder/lent_line.ts";
import { Seal } from "../../connectors/holder/seal.ts";
import { textOf, WIRE } from "../../connectors/holder/wire.ts";

const [module] = Deno.args;
const seal = new Seal(new Uint8Array(32));
const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
  const text = textOf(request.headers.get(WIRE.head)) ?? "";
  const { response, line } = lendLine(request, { seal, text });
  lendWorker(new Worker(module, { type: "module" }), line);
  line.onClosed((reason) => console.log(`closed ${reason}`));
  return response;
});
console.log(`ready 127.0.0.1:${server.addr.port}`);
