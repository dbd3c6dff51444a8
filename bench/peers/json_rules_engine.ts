/** json-rules-engine: one shared rule whose limits are facts, run for the instance of each row. */
import type { Row } from "../harness/row.ts";
import { fromNpm } from "./npm.ts";
import { against, type Peer } from "./segments.ts";
import { INSTANCES, type PeerRows } from "./workload.ts";

const JSON_RULES_ENGINE = "json-rules-engine@7.3.1";
const NAMES = ["a", "b", "c"] as const;

async function open(rows: PeerRows): Promise<Peer> {
  const { Engine } = await fromNpm(JSON_RULES_ENGINE);
  const engine = new Engine([{
    conditions: {
      all: [
        { fact: "a", operator: "greaterThan", value: { fact: "above" } },
        { fact: "b", operator: "lessThan", value: { fact: "below" } },
        { fact: "c", operator: "equal", value: 1 },
      ],
    },
    event: { type: "flip" },
  }]);
  const facts = Array.from({ length: INSTANCES }, (_, i) => (
    { a: NaN, b: NaN, c: NaN, above: rows.above[i], below: rows.below[i] }
  ));
  const truths = new Uint8Array(INSTANCES);
  const peer: Peer = {
    name: JSON_RULES_ENGINE,
    flips: [],
    async run(from, to) {
      for (let row = from; row < to; row++) {
        const instance = rows.instance[row]!;
        facts[instance]![NAMES[rows.slot[row]!]!] = rows.value[row]!;
        const { events } = await engine.run(facts[instance]);
        const truth = events.length > 0;
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
      segment: { own: 200_000, peer: 20_000 },
      rounds: 7,
      target: { unit: "times", must: 250, aim: 400 },
      open,
    }),
  ],
} satisfies Row;
