/** zen-engine: evaluates the expression synchronously, with limits and values as its context. */
import type { Row } from "../harness/row.ts";
import { installed } from "./npm.ts";
import { against, type Peer } from "./segments.ts";
import { INSTANCES, type PeerRows } from "./workload.ts";

const NAMES = ["a", "b", "c"] as const;
const ZEN = "@gorules/zen-engine@0.54.0";
const EXPRESSION = "a > above and b < below and c == 1";

async function open(rows: PeerRows): Promise<Peer> {
  const { evaluateExpressionSync } = await installed(ZEN);
  const contexts = Array.from({ length: INSTANCES }, (_, i) => (
    // Values outside all limits represent samples that have not arrived yet.
    { a: -1, b: 101, c: 0, above: rows.above[i], below: rows.below[i] }
  ));
  const truths = new Uint8Array(INSTANCES);
  const peer: Peer = {
    name: ZEN,
    flips: [],
    run(from, to) {
      for (let row = from; row < to; row++) {
        const instance = rows.instance[row]!;
        contexts[instance]![NAMES[rows.slot[row]!]!] = rows.value[row]!;
        const truth = evaluateExpressionSync(EXPRESSION, contexts[instance]);
        if (truth === (truths[instance] === 1)) continue;
        truths[instance] = Number(truth);
        peer.flips.push({ row, instance, truth });
      }
    },
  };
  return peer;
}

export default {
  figures: async () => [
    await against({
      segment: { own: 200_000, peer: 50_000 },
      rounds: 7,
      target: { unit: "times", must: 50 },
      open,
    }),
  ],
} satisfies Row;
