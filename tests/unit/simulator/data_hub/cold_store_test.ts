import { assert } from "@std/assert";
import type { StreamRecord } from "../../../../domain/asset/types.ts";
import { BacktestRun } from "../../../../domain/backtest/run.ts";
import { BACKTEST_LIMITS } from "../../../../domain/backtest/types.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import type { Sample } from "../../../../domain/sample/types.ts";
import { type Ticks, ticksFromMs, ticksOfSeconds } from "../../../../domain/shared/time.ts";
import type { ComputedStream } from "../../../../simulator/data_hub/computed_stream.ts";
import { coldStoreTemplates } from "../../../../simulator/data_hub/demo/cold_store_templates.ts";
import type { DemoTemplate } from "../../../../simulator/data_hub/demo/types.ts";
import { DEMO_PLANT } from "../../../../simulator/data_hub/demo_plant.ts";
import { plantUnits } from "../../../../simulator/data_hub/plant/plant.ts";
import { backtestUnit } from "../../../support/backtest_order.ts";

const HOURS = 12;
const TO = ticksFromMs(Date.UTC(2026, 2, 10, 9, 30)), FROM = TO - ticksOfSeconds(HOURS * 3_600);
const WINDOW = ticksOfSeconds(3_600);

/** The streams that an instance of the template binds, and its rules with the bindings in place of placeholders. */
function boundRules({ name, rules }: DemoTemplate, named: ReadonlyMap<string, ComputedStream>) {
  const { placeholders } = DEMO_PLANT.instances.find(({ template_name }) => template_name === name)!;
  const text = placeholders.reduce(
    (json, one) =>
      json.replaceAll(
        `"<${one.placeholder_name}>"`,
        JSON.stringify("value" in one ? one.value : one.stream_name),
      ),
    JSON.stringify(rules),
  );
  const streams = placeholders.flatMap((one) => "value" in one ? [] : [named.get(one.stream_name)!]);
  return { streams, rules: JSON.parse(text) as DemoTemplate["rules"] };
}

function record({ id, name, type }: ComputedStream, index: number): StreamRecord {
  const data_type = type.Id === "Plant.Boolean" ? "BOOL" : "NUM";
  return {
    v: 1,
    id: index + 1,
    stream_id: id,
    stream_name: name,
    display_name: name,
    asset_id: "",
    uom: null,
    data_type,
    is_active: true,
    source: {
      kind: "data_hub",
      sdsStreamId: id,
      keyProperty: "Timestamp",
      valueProperty: "Value",
      typeCode: 14,
      nullable: false,
      enumMembers: null,
      piEvent: false,
      defaultValue: null,
    },
  };
}

function sampleAt(stream: ComputedStream, time: Ticks): Sample {
  const value = stream.members(time).Value;
  const isGood = typeof value === "number" || typeof value === "boolean";
  return { time, value: isGood ? value : null, quality: isGood ? "good" : "bad" };
}

/** How many events a rule raises in the time. */
function eventsOf(
  streams: ComputedStream[],
  { rule_id: _, ...rule }: DemoTemplate["rules"][number],
): number {
  const records = streams.map(record);
  const order = {
    units: [backtestUnit(records, {}, rule)],
    streams: records,
    points: 0,
    from: FROM,
    to: TO,
  };
  const past = { since: FROM - WINDOW, upTo: FROM, samples: [] };
  const run = new BacktestRun(order, {
    held: records.map(({ id }) => ({ stream: id, read: true, sample: null, good: null })),
    pasts: records.map(({ id }) => ({ stream: id, ...past })),
    limits: BACKTEST_LIMITS,
    nowMs: 0,
  });
  const changes = streams.flatMap((stream, index) =>
    [...stream.cadence.forward(FROM, TO)].map((time) => (
      { op: "upsert" as const, stream: index + 1, sample: sampleAt(stream, time) }
    ))
  );
  run.offer(packBatch(changes.sort((a, b) => a.sample.time - b.sample.time)));
  run.advance(TO);
  return run.result(new Set()).rules[0].events;
}

for (const seed of [1, 42]) {
  Deno.test(`each rule of the cold store raises an event now and then, at most two an hour (seed ${seed})`, () => {
    const named = new Map(plantUnits(seed).flatMap(({ streams }) => streams).map((one) => [one.name, one]));
    for (const template of coldStoreTemplates) {
      const { streams, rules } = boundRules(template, named);
      for (const rule of rules) {
        const events = eventsOf(streams, rule);
        assert(events >= 1 && events <= 2 * HOURS, `${template.name}: ${events} events`);
      }
    }
  });
}
