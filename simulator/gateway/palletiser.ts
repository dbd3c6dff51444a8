import type { Ticks } from "../../domain/shared/time.ts";
import { driveStreams } from "../data_hub/plant/drive.ts";
import type { PlannedStream } from "../data_hub/plant/instruments.ts";
import { machine } from "../data_hub/plant/machine.ts";
import { STATE } from "../data_hub/plant/plant_types.ts";
import { seedOf } from "../data_hub/pseudo_random.ts";

const PATH = "Hillcrest.Line2.Palletiser";
export const RATED_AMPS = 22;

/** A value as the gateway of the machine publishes it; null: the sensor is broken. */
export type PublishedValue = number | string | boolean | null;

/** The streams of a palletiser, which no Data Hub has. The same seed always gives the same machine. */
export function palletiserStreams(seed: number): PlannedStream[] {
  const unit = { path: PATH, seed: seedOf(seed, PATH) };
  const palletiser = machine(unit, {
    wearMinutes: 8.5,
    wearPhase: 0.55,
    overloadSeconds: 260,
    faultSeconds: 150,
    faultLastsSeconds: [15, 35],
    faultText: "Pallet magazine empty",
  });
  return driveStreams(unit, palletiser, { amps: RATED_AMPS, rpm: 60 });
}

const STATE_NAMES = new Map(Object.entries(STATE).map(([name, number]) => [number as number, name]));

export function publishedValue({ name, members }: PlannedStream, at: Ticks): PublishedValue {
  const { Value: value } = members(at);
  if (name.endsWith(".State")) return STATE_NAMES.get(Number(value)) ?? null;
  return value === "NaN" ? null : value as PublishedValue;
}
