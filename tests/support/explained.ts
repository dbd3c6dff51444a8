/** Explanations of one rule on one stream, evaluated by the engine. */
import { Engine } from "../../domain/evaluation/engine.ts";
import { explain } from "../../domain/explanation/explain.ts";
import type { Explanation } from "../../domain/explanation/schema.ts";
import { packBatch } from "../../domain/sample/batch.ts";
import type { DataType, SampleValue } from "../../domain/sample/types.ts";
import { ticksOfSeconds as secs } from "../../domain/shared/time.ts";
import type { Json } from "./andon_client.ts";
import { backtestUnit } from "./backtest_order.ts";
import { upsert } from "./evaluation_rules.ts";
import { streamRecord } from "./stream_records.ts";

export type Given = [seconds: number, value: SampleValue | "bad", stream?: number];

export interface ExplainedInput {
  comparison?: Json;
  rule?: Json;
  type?: DataType;
  /** Evaluated up to here, after all samples have arrived. */
  at: number;
  closed?: boolean;
}

function stream(id: number, data_type: DataType) {
  const name = id === 1 ? "Pump.Pressure" : `Other.${id}`;
  return streamRecord({ id, stream_id: name, stream_name: name, display_name: "", uom: "bar", data_type });
}

export function explained(
  { comparison = {}, rule, type = "NUM", at, closed }: ExplainedInput,
  ...given: Given[]
): Explanation {
  const streams = [stream(1, type), stream(2, "NUM")];
  const limit = type === "NUM" ? { operator: "greater_than", value: 80 } : {};
  const { deployment } = backtestUnit(streams.slice(0, 1), { ...limit, ...comparison }, rule);
  const { instance } = deployment, engine = new Engine({ watermark: secs(-1) });
  const known = instance.streams.map(({ id }) => ({ stream: id, read: true, sample: null, good: null }));
  const past = { stream: 1, since: secs(-100_000), upTo: secs(-1), samples: [] };
  engine.deploy({ ...instance, deployedAt: secs(-1) }, known, { pasts: [past] });
  engine.offer(packBatch(given.map(([seconds, value, id = 1]) => upsert(seconds, value, id))));
  engine.advance(secs(at));
  if (closed === true) engine.closeByHand(instance.instanceId, "r1", secs(given[0]![0]));
  return explain({
    deployment,
    reading: engine.read(instance.instanceId)!,
    basis: "live",
    evaluatedFrom: null,
    openEvents: new Map([["r1", 42]]),
    judging: true,
    missing: [],
    nameOf: (id) => ({ name: stream(id, "NUM").stream_name, uom: id === 1 && type === "NUM" ? "bar" : null }),
  });
}

/** The text of the rule. */
export const textOf = (input: ExplainedInput, ...given: Given[]) => explained(input, ...given).rules[0]!.text;
