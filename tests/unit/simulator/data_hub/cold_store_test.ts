import { assert } from "@std/assert";
import type { StreamRecord } from "../../../../domain/asset/types.ts";
import { BacktestRun } from "../../../../domain/backtest/run.ts";
import { BACKTEST_LIMITS } from "../../../../domain/backtest/types.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import type { Sample } from "../../../../domain/sample/types.ts";
import { type Ticks, ticksFromMs, ticksOfSeconds } from "../../../../domain/shared/time.ts";
import type { ComputedStream } from "../../../../simulator/data_hub/computed_stream.ts";
import { coldStoreTemplates } from "../../../../simulator/data_hub/demo/cold_store_templates.ts";
import type { DemoInstance, DemoTemplate } from "../../../../simulator/data_hub/demo/types.ts";
import { DEMO_PLANT } from "../../../../simulator/data_hub/demo_plant.ts";
import { plantUnits } from "../../../../simulator/data_hub/plant/plant.ts";
import { boundUnit } from "../../../support/backtest_order.ts";

const HOURS = 12;
const TO = ticksFromMs(Date.UTC(2026, 2, 10, 9, 30)), FROM = TO - ticksOfSeconds(HOURS * 3_600);
const WINDOW = ticksOfSeconds(3_600);

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

/** How many events the rules of an instance raise in the time. */
function eventsOf(
  { placeholders: bound }: DemoInstance,
  { rules, placeholders, named }:
    & Pick<DemoTemplate, "rules" | "placeholders">
    & { named: ReadonlyMap<string, ComputedStream> },
): number[] {
  const computed = bound.flatMap((one) => "value" in one ? [] : [named.get(one.stream_name)!]);
  const streams = computed.map(record);
  const bindings = Object.fromEntries(
    bound.map(({ placeholder_name, ...binding }) => [placeholder_name, binding]),
  );
  const order = {
    units: [boundUnit({ rules, placeholders, bindings, streams })],
    streams,
    points: 0,
    from: FROM,
    to: TO,
  };
  const past = { since: FROM - WINDOW, upTo: FROM, samples: [] };
  const run = new BacktestRun(order, {
    held: streams.map(({ id }) => ({ stream: id, read: true, sample: null, good: null })),
    pasts: streams.map(({ id }) => ({ stream: id, ...past })),
    limits: BACKTEST_LIMITS,
    nowMs: 0,
  });
  const changes = computed.flatMap((stream, index) =>
    [...stream.cadence.forward(FROM, TO)].map((time) => (
      { op: "upsert" as const, stream: index + 1, sample: sampleAt(stream, time) }
    ))
  );
  run.offer(packBatch(changes.sort((a, b) => a.sample.time - b.sample.time)));
  run.advance(TO);
  return run.result(new Set()).rules.map(({ events }) => events);
}

for (const seed of [1, 42]) {
  Deno.test(`each rule of the cold store raises an event now and then, at most two an hour (seed ${seed})`, () => {
    const named = new Map(plantUnits(seed).flatMap(({ streams }) => streams).map((one) => [one.name, one]));
    for (const template of coldStoreTemplates) {
      const instances = DEMO_PLANT.instances.filter(({ template_name }) => template_name === template.name);
      for (const instance of instances) {
        for (const events of eventsOf(instance, { ...template, named })) {
          assert(events >= 1 && events <= 2 * HOURS, `${instance.instance_name}: ${events} events`);
        }
      }
    }
  });
}
