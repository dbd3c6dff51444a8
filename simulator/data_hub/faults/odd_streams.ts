import { msFromTicks, type Ticks } from "../../../domain/shared/time.ts";
import { periodic } from "../cadence.ts";
import { seedOf, uniform } from "../pseudo_random.ts";
import type { ComputedStream } from "../computed_stream.ts";
import {
  booleanType,
  CODE,
  coriolisType,
  measurementType,
  qualityType,
  stateType,
  textType,
} from "../plant/plant_types.ts";
import type { Members, SdsType } from "../sds_types.ts";
import type { SetFault } from "./fault_registry.ts";
import { clipped, threefold } from "./odd_cadence.ts";
import { PI_STATES, piDigitalType, piFloatType, piIntegerType, piMembers } from "./pi_types.ts";
import type { SpecOf } from "./schema.ts";
import { spanOf } from "./stream_fault.ts";

/** A status code of OPC UA: values above 80 are bad. */
const BAD_STATUS = 0x80050000;

type Shape = SpecOf<"streams_added">["shape"];

interface Form {
  title: string;
  type: SdsType;
  /** The members at a value of a wave that runs between 10 and 90 once per minute. */
  members: (wave: number, at: Ticks) => Members;
}

const state = (wave: number) => Math.floor(wave / 91 * 7);
const number: Form = {
  title: "Number",
  type: measurementType(CODE.double),
  members: (wave) => ({ Value: wave }),
};

const FORMS: Record<Shape, Form> = {
  number,
  same_name: { ...number, title: "SameName" },
  same_millisecond: { ...number, title: "SameMillisecond" },
  boolean: { title: "Boolean", type: booleanType, members: (wave) => ({ Value: wave > 50 }) },
  text: { title: "Text", type: textType, members: (wave) => ({ Value: `Step ${state(wave)}` }) },
  padded_text: {
    title: "PaddedText",
    type: textType,
    members: (wave) => ({ Value: `Step ${state(wave)}`.padEnd(10) + "\u0000" }),
  },
  with_quality: {
    title: "WithQuality",
    type: qualityType,
    members: (wave) => ({ Value: wave, Status: wave > 80 ? BAD_STATUS : 0 }),
  },
  enumeration: { title: "Enumeration", type: stateType, members: (wave) => ({ Value: state(wave) }) },
  several_values: {
    title: "SeveralValues",
    type: coriolisType,
    members: (wave) => ({ MassFlow: wave * 10, Density: 1_000 + wave / 10 }),
  },
  pi_float: { title: "PiFloat", type: piFloatType, members: (wave, at) => piMembers(at, { Value: wave }) },
  pi_integer: {
    title: "PiInteger",
    type: piIntegerType,
    members: (wave, at) => piMembers(at, { Value: Math.round(wave) }),
  },
  pi_digital: {
    title: "PiDigital",
    type: piDigitalType,
    members: (wave, at) => {
      const Value = Math.floor(wave / 91 * PI_STATES.length);
      return piMembers(at, { Value, DigitalStateName: PI_STATES[Value]! });
    },
  },
};

/** The streams that a fault adds, each with samples while the fault is in force. */
export function oddStreams(fault: SetFault<SpecOf<"streams_added">>, lagMs: number): ComputedStream[] {
  return Array.from({ length: fault.spec.how_many }, (_, i) => oddStream(fault, { lagMs, number: i + 1 }));
}

function oddStream(
  fault: SetFault<SpecOf<"streams_added">>,
  one: { lagMs: number; number: number },
): ComputedStream {
  const { prefix, shape, period_ms } = fault.spec;
  const form = FORMS[shape];
  const id = `${prefix.replace(/[^A-Za-z0-9]/g, "_").toUpperCase()}_${fault.id}_${one.number}`;
  const name = shape === "same_name" ? `${prefix}.${form.title}` : `${prefix}.${form.title}${one.number}`;
  const seed = seedOf(fault.seed, id);
  const { from, to } = spanOf(fault, one.lagMs);
  const regular = periodic({ seed, periodMs: period_ms, jitterMs: Math.floor(period_ms / 12) });
  const cadence = shape === "same_millisecond" ? threefold(regular) : regular;
  return {
    id,
    name,
    description: `Added by fault ${fault.id}`,
    type: form.type,
    cadence: clipped(cadence, { after: from, to }),
    members: (at) => form.members(wave(seed, at), at),
  };
}

const WAVE_MS = 60_000;

function wave(seed: number, at: Ticks): number {
  const periods = msFromTicks(at) / WAVE_MS + uniform(seed, 1);
  return Math.round((50 + 40 * Math.sin(2 * Math.PI * periods)) * 100) / 100;
}
