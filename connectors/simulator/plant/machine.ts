import { seedOf } from "../chance.ts";
import { progress } from "../curves.ts";
import { after, episodes, isOn, type Schedule } from "../schedule.ts";
import type { LineMember } from "./instruments.ts";
import { STATE } from "./plant_types.ts";

export const SECOND = 1000;
export const MINUTE = 60_000;

/** What befalls a machine with a drive, all of it known for ever from its seed. */
export interface Machine {
  /** The bearing wears until it is replaced. */
  wear: Schedule;
  maintenance: Schedule;
  /** The motor draws too much for a while. */
  overload: Schedule;
  /** A stop with a fault of the unit's own, and the text that the unit shows for it. */
  fault: Schedule;
  faultText: string;
  blocked: Schedule | null;
  starting: readonly Schedule[];
}

export interface MachinePlan {
  wearMinutes: number;
  /** Where in its life the bearing is at the epoch, 0 to 1: keeps the plant's bearings apart. */
  wearPhase: number;
  overloadSeconds: number;
  faultSeconds: number;
  faultLastsSeconds: [number, number];
  faultText: string;
}

/** Wear lasts four fifths of its period; then the machine is stopped for 25 s and starts as new. */
export function machine(place: LineMember, plan: MachinePlan, blocked: Schedule | null = null): Machine {
  const wear = episodes({
    seed: seedOf(place.seed, "wear"),
    periodMs: plan.wearMinutes * MINUTE,
    durationMs: [plan.wearMinutes * 0.8 * MINUTE, plan.wearMinutes * 0.85 * MINUTE],
    phase: plan.wearPhase,
  });
  const overload = episodes({
    seed: seedOf(place.seed, "overload"),
    periodMs: plan.overloadSeconds * SECOND,
    durationMs: [18 * SECOND, 45 * SECOND],
    phase: plan.wearPhase,
  });
  const fault = episodes({
    seed: seedOf(place.seed, "fault"),
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

/** Everything at whose edges the machine's state may change. */
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

/** 0 stopped, 1 at full speed; half while starting. */
export function runningShare(machine: Machine, ms: number): number {
  const now = stateAt(machine, ms);
  if (now === STATE.Running) return 1;
  return now === STATE.Starting ? 0.5 : 0;
}

/** How far the bearing is worn, 0 to 1, felt only towards the end of its life. */
export function wornShare(machine: Machine, ms: number): number {
  return progress(machine.wear, ms) ** 4;
}

export function faultTextAt(machine: Machine, ms: number): string {
  if (isOn(machine.maintenance, ms)) return "Bearing replacement";
  return isOn(machine.fault, ms) ? machine.faultText : "";
}
