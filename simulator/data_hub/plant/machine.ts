import { seedOf } from "../pseudo_random.ts";
import { progress } from "../curves.ts";
import { after, episodes, isOn, type Schedule } from "../schedule.ts";
import type { UnitRef } from "./instruments.ts";
import { STATE } from "./plant_types.ts";

export const SECOND = 1000;
export const MINUTE = 60_000;

/** The episodes of a machine with a drive, determined by its seed. */
export interface Machine {
  /** The bearing wears until it is replaced. */
  wear: Schedule;
  maintenance: Schedule;
  /** Times of motor overload. */
  overload: Schedule;
  /** Stops by a fault of this unit, and the text that the unit shows for them. */
  fault: Schedule;
  faultText: string;
  blocked: Schedule | null;
  starting: readonly Schedule[];
}

export interface MachinePlan {
  wearMinutes: number;
  /** Wear of the bearing at the epoch, 0 to 1; differs between bearings, so that they do not fail together. */
  wearPhase: number;
  overloadSeconds: number;
  faultSeconds: number;
  faultLastsSeconds: [number, number];
  faultText: string;
}

/** Wear lasts 80 to 85 % of its period; then the machine stops for 25 s and starts with a new bearing. */
export function machine(unit: UnitRef, plan: MachinePlan, blocked: Schedule | null = null): Machine {
  const wear = episodes({
    seed: seedOf(unit.seed, "wear"),
    periodMs: plan.wearMinutes * MINUTE,
    durationMs: [plan.wearMinutes * 0.8 * MINUTE, plan.wearMinutes * 0.85 * MINUTE],
    phase: plan.wearPhase,
  });
  const overload = episodes({
    seed: seedOf(unit.seed, "overload"),
    periodMs: plan.overloadSeconds * SECOND,
    durationMs: [18 * SECOND, 45 * SECOND],
    phase: plan.wearPhase,
  });
  const fault = episodes({
    seed: seedOf(unit.seed, "fault"),
    periodMs: plan.faultSeconds * SECOND,
    durationMs: [plan.faultLastsSeconds[0] * SECOND, plan.faultLastsSeconds[1] * SECOND],
    phase: 1 - plan.wearPhase,
    jitter: 0.6,
  });
  const maintenance = after(wear, 25 * SECOND);
  const starting = [maintenance, fault, ...(blocked === null ? [] : [blocked])].map((stop) =>
    after(stop, 8 * SECOND)
  );
  return { wear, maintenance, overload, fault, faultText: plan.faultText, blocked, starting };
}

/** The schedules at whose edges the machine's state can change. */
export function stateSchedules(machine: Machine): Schedule[] {
  const blocked = machine.blocked === null ? [] : [machine.blocked];
  return [machine.maintenance, machine.fault, ...blocked, ...machine.starting];
}

export function stateAt(machine: Machine, ms: number): number {
  if (isOn(machine.maintenance, ms)) return STATE.Stopped;
  if (isOn(machine.fault, ms)) return STATE.Faulted;
  if (machine.blocked !== null && isOn(machine.blocked, ms)) return STATE.Blocked;
  return machine.starting.some((starting) => isOn(starting, ms)) ? STATE.Starting : STATE.Running;
}

/** Speed as a share of full speed: 0 stopped, 0.5 starting, 1 running. */
export function runningShare(machine: Machine, ms: number): number {
  const now = stateAt(machine, ms);
  if (now === STATE.Running) return 1;
  return now === STATE.Starting ? 0.5 : 0;
}

/** Wear of the bearing, 0 to 1; rises steeply towards the end of its life. */
export function wornShare(machine: Machine, ms: number): number {
  return progress(machine.wear, ms) ** 4;
}

export function faultTextAt(machine: Machine, ms: number): string {
  if (isOn(machine.maintenance, ms)) return "Bearing replacement";
  return isOn(machine.fault, ms) ? machine.faultText : "";
}
