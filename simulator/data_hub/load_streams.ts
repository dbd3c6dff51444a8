import type { Ticks } from "../../domain/shared/time.ts";
import { msFromTicks, TICKS_PER_MS, ticksFromMs } from "../../domain/shared/time.ts";
import { mix, seedOf } from "./pseudo_random.ts";
import type { ComputedStream } from "./computed_stream.ts";
import { measurementType } from "./plant/plant_types.ts";

/** Many simple streams for load tests. Nothing is stored per stream: everything is computed from its number. */
export interface LoadBank {
  count: number;
  /** Streams of one slot share their sample times. */
  slots: number;
  stepMs: number;
  slotOf(index: number): number;
  value(index: number, round: number): number;
  stream(index: number): ComputedStream;
  /** The number of a load stream by its id or name; undefined for other streams. */
  indexOf(idOrName: string): number | undefined;
}

export interface LoadPlan {
  seed: number;
  count: number;
  /** Whole milliseconds, at least 1. */
  periodMs: number;
  /** Samples in which a value rises from about 5 to 95 and falls back. */
  cycleSamples: number;
}

export const LOAD_TYPE = measurementType(14);
export const BANK_SIZE = 100;
const FINEST_STEPS_MS = [100, 50, 25, 20, 10, 5, 4, 2, 1];
const ID = /^load_(\d{1,9})$/i;
const NAME = /^Load\.Bank(\d{1,9})\.S(\d{1,2})$/;

export function loadBank(plan: LoadPlan): LoadBank {
  const stepMs = FINEST_STEPS_MS.find((step) => plan.periodMs % step === 0) ?? plan.periodMs;
  const slots = plan.periodMs / stepMs;
  const seed = seedOf(plan.seed, "load");
  const bank: LoadBank = {
    count: plan.count,
    slots,
    stepMs,
    slotOf: (index) => (Math.imul(index, 0x9e3779b1) >>> 0) % slots,
    value: (index, round) => loadValue({ seed, index, round, cycle: plan.cycleSamples }),
    stream: (index) => loadStream(bank, index),
    indexOf: (text) => within(plan.count, indexFromText(text)),
  };
  return bank;
}

function indexFromText(text: string): number | undefined {
  const id = ID.exec(text);
  if (id !== null) return Number(id[1]);
  const name = NAME.exec(text);
  return name === null ? undefined : Number(name[1]) * BANK_SIZE + Number(name[2]);
}

function within(count: number, index: number | undefined): number | undefined {
  return index !== undefined && index < count ? index : undefined;
}

/** A triangle wave between 5 and 95 with a little noise, at the stream's own phase. */
function loadValue(at: { seed: number; index: number; round: number; cycle: number }): number {
  const draw = mix(at.seed ^ at.index, at.round);
  const part = ((at.round + mix(at.seed, at.index)) % at.cycle) / at.cycle;
  const triangle = part < 0.5 ? 2 * part : 2 - 2 * part;
  return Math.round((5 + 90 * triangle) * 100 + draw % 300) / 100;
}

export function loadName(index: number): string {
  return `Load.Bank${Math.floor(index / BANK_SIZE)}.S${index % BANK_SIZE}`;
}

export function loadId(index: number): string {
  return `LOAD_${index}`;
}

function loadStream(bank: LoadBank, index: number): ComputedStream {
  const slot = bank.slotOf(index);
  const periodMs = bank.slots * bank.stepMs;
  const phaseMs = slot * bank.stepMs;
  const newestRound = (at: Ticks) => Math.floor((msFromTicks(at) - phaseMs) / periodMs);
  const time = (round: number): Ticks => ticksFromMs(phaseMs + round * periodMs);
  return {
    id: loadId(index),
    name: loadName(index),
    description: "A simple stream for load tests",
    type: LOAD_TYPE,
    members: (at) => ({ Value: bank.value(index, newestRound(at)) }),
    cadence: {
      perSecond: 1000 / periodMs,
      *forward(from, to) {
        let round = newestRound(from);
        if (time(round) < from) round++;
        for (let at = time(round); at <= to; at += periodMs * TICKS_PER_MS) yield at;
      },
      *backward(from, to) {
        for (let at = time(newestRound(to)); at >= from; at -= periodMs * TICKS_PER_MS) yield at;
      },
    },
  };
}
