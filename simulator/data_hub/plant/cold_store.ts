import { seedOf } from "../pseudo_random.ts";
import { response, runBetween, sawtooth } from "../curves.ts";
import { chatter, episodes, isOn, moved, type Schedule } from "../schedule.ts";
import { gauge, type PlannedStream, switched, type UnitRef } from "./instruments.ts";
import { MINUTE, SECOND } from "./machine.ts";
import { CODE } from "./plant_types.ts";

/** A cold store at 4 °C with its refrigeration, a milk silo and a water meter; disturbed once or twice an hour. */
export function coldStoreStreams(unit: UnitRef): PlannedStream[] {
  const loading = episodes({
    seed: seedOf(unit.seed, "loading"),
    periodMs: 40 * MINUTE,
    durationMs: [5 * MINUTE, 7 * MINUTE],
    phase: 0.1,
  });
  return [
    ...roomStreams(unit, loading),
    ...doorStreams(unit, loading),
    ...refrigerationStreams(unit),
    ...tripStreams(unit),
    siloLevel(unit),
    waterTotal(unit),
  ];
}

/** Three probes: a long loading warms all of them, and each drifts now and then on its own. */
function roomStreams(unit: UnitRef, loading: Schedule): PlannedStream[] {
  return ["A", "B", "C"].map((probe, index) => {
    const seed = seedOf(unit.seed, `probe ${probe}`);
    const drifting = episodes({
      seed,
      periodMs: 55 * MINUTE,
      durationMs: [3 * MINUTE, 5 * MINUTE],
      phase: (index + 0.5) / 3,
    });
    const broken = episodes({
      seed: seed ^ 1,
      periodMs: 90 * MINUTE,
      durationMs: [60 * SECOND, 120 * SECOND],
      phase: index / 3,
    });
    return gauge(unit, `Temperature${probe}`, {
      description: `Room temperature, probe ${probe}`,
      uom: "°C",
      everyMs: 10 * SECOND,
      value: (ms) =>
        4 + 5 * response(loading, ms, { riseMs: (100 + 20 * index) * SECOND, fallMs: 90 * SECOND }) +
        4.5 * response(drifting, ms, { riseMs: 40 * SECOND, fallMs: 40 * SECOND }),
      noise: 0.3,
      decimals: 1,
      broken,
    });
  });
}

/** The loading door stands open while the store is loaded; the staff door is opened often and for a short time. */
function doorStreams(unit: UnitRef, loading: Schedule): PlannedStream[] {
  const passing = episodes({
    seed: seedOf(unit.seed, "staff door"),
    periodMs: 9 * MINUTE,
    durationMs: [10 * SECOND, 75 * SECOND],
    phase: 0.4,
  });
  return [
    switched(unit, "LoadingDoorOpen", {
      description: "The door to the loading bay is open",
      value: (ms) => isOn(loading, ms),
      schedules: [loading],
    }),
    switched(unit, "StaffDoorOpen", {
      description: "The door to the corridor is open",
      value: (ms) => isOn(passing, ms),
      schedules: [passing],
    }),
  ];
}

/** The compressor starts four times an hour, and twelve times while its pressure switch is out of adjustment. */
function refrigerationStreams(unit: UnitRef): PlannedStream[] {
  const cycle = episodes({
    seed: seedOf(unit.seed, "compressor"),
    periodMs: 15 * MINUTE,
    durationMs: [8 * MINUTE, 9 * MINUTE],
    phase: 0.3,
  });
  const short = episodes({
    seed: seedOf(unit.seed, "short cycling"),
    periodMs: 180 * MINUTE,
    durationMs: [40 * MINUTE, 45 * MINUTE],
    phase: 0.2,
  });
  const shortCycle = chatter(short, 150 * SECOND);
  const iced = episodes({
    seed: seedOf(unit.seed, "ice"),
    periodMs: 50 * MINUTE,
    durationMs: [6 * MINUTE, 9 * MINUTE],
    phase: 0.6,
  });
  const ice = (ms: number) => response(iced, ms, { riseMs: 90 * SECOND, fallMs: 60 * SECOND });
  return [
    switched(unit, "CompressorRunning", {
      description: "The refrigeration compressor runs",
      value: (ms) => isOn(isOn(short, ms) ? shortCycle : cycle, ms),
      schedules: [cycle, short, shortCycle],
    }),
    glycol(unit, "GlycolSupply", { description: "Glycol to the evaporator", value: () => -4 }),
    glycol(unit, "GlycolReturn", {
      description: "Glycol from the evaporator",
      value: (ms) => 0.5 - 3.2 * ice(ms),
    }),
  ];
}

function glycol(
  unit: UnitRef,
  leaf: string,
  options: { description: string; value(ms: number): number },
): PlannedStream {
  return gauge(unit, leaf, { ...options, uom: "°C", everyMs: 5 * SECOND, noise: 0.2 });
}

/** A protection trips for 10 s; somebody presses the reset button minutes later. */
function tripStreams(unit: UnitRef): PlannedStream[] {
  const trip = episodes({
    seed: seedOf(unit.seed, "trip"),
    periodMs: 60 * MINUTE,
    durationMs: [10 * SECOND, 10 * SECOND],
    phase: 0.5,
  });
  const reset = moved(trip, { startMs: 6 * MINUTE, endMs: 6 * MINUTE - 5 * SECOND });
  return [
    switched(unit, "FanTrip", {
      description: "The protection of the evaporator fans has tripped",
      value: (ms) => isOn(trip, ms),
      schedules: [trip],
    }),
    switched(unit, "ResetButton", {
      description: "The reset button is pressed",
      value: (ms) => isOn(reset, ms),
      schedules: [reset],
    }),
  ];
}

/** The radar sees foam instead of milk for a minute, once in half an hour. */
function siloLevel(unit: UnitRef): PlannedStream {
  const wave = { periodMs: 75 * MINUTE, phase: seedOf(unit.seed, "silo") % 100 / 100 };
  const foam = episodes({
    seed: seedOf(unit.seed, "foam"),
    periodMs: 35 * MINUTE,
    durationMs: [30 * SECOND, 60 * SECOND],
    phase: 0.8,
  });
  return gauge(unit, "SiloLevel", {
    description: "Level of the milk silo, by radar",
    uom: "%",
    everyMs: 10 * SECOND,
    value: (ms) => {
      const part = sawtooth(ms, wave);
      return (part < 0.3 ? 25 + 50 * part / 0.3 : 75 - 50 * (part - 0.3) / 0.7) + (isOn(foam, ms) ? 22 : 0);
    },
    noise: 0.4,
    decimals: 1,
  });
}

const LITRES_PER_MINUTE = { usual: 20, hose: 45 };

/** A counter that begins again at 0 with each restart of its controller, about once an hour. */
function waterTotal(unit: UnitRef): PlannedStream {
  const restart = episodes({
    seed: seedOf(unit.seed, "restart"),
    periodMs: 65 * MINUTE,
    durationMs: [SECOND, SECOND],
    phase: 0.25,
  });
  const hose = episodes({
    seed: seedOf(unit.seed, "hose"),
    periodMs: 45 * MINUTE,
    durationMs: [7 * MINUTE, 9 * MINUTE],
    phase: 0.7,
  });
  const litres = (ms: number) => {
    const { startMs } = restart.span(restart.cycleAt(ms));
    const openMs = ms - startMs - runBetween([hose], { startMs, endMs: ms });
    return (LITRES_PER_MINUTE.usual * (ms - startMs) + LITRES_PER_MINUTE.hose * openMs) / MINUTE;
  };
  return gauge(unit, "WaterTotal", {
    description: "Water used since the last restart of the meter",
    uom: "L",
    everyMs: 10 * SECOND,
    value: (ms) => Math.floor(litres(ms)),
    decimals: 0,
    code: CODE.int32,
  });
}
