/**
 * A process with a store of collected samples, for the proof that kills it. Takes its file; reads writes as lines of JSON
 * from stdin, and prints the number of each once it is on disk.
 */
import { CollectedStore } from "../../connectors/collected/store.ts";
import { type CollectedWrite, linesOf, storeOptions } from "./collected_kill_proof.ts";

const store = await CollectedStore.open(storeOptions(Deno.args[0]!));
const encoder = new TextEncoder();
setInterval(() => store.packing.run(Date.now()), 50);
for await (const line of linesOf(Deno.stdin.readable)) {
  const { number, samples } = JSON.parse(line) as CollectedWrite;
  store.inlet.alive(Date.now());
  store.inlet.write(samples.map(([stream, time, value]) => ({ stream, time, value, quality: "good" })))
    .then(() => Deno.stdout.writeSync(encoder.encode(`${number}\n`)));
}
Deno.exit();
