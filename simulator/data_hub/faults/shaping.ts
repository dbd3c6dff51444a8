import type { Ticks } from "../../../domain/shared/time.ts";
import { TICKS_PER_SECOND } from "../../../domain/shared/time.ts";
import { noise } from "../pseudo_random.ts";
import type { ComputedStream } from "../computed_stream.ts";
import { isNumericCode, type Members, type SdsType, valueProperties } from "../sds_types.ts";
import { affectsSample, covers, type StreamFault } from "./stream_fault.ts";

/** The members of a sample under faults; undefined when a fault suppresses the sample. */
export function membersUnderFaults(
  computed: ComputedStream,
  faults: readonly StreamFault[],
  at: Ticks,
): Members | undefined {
  if (faults.some((fault) => isGap(fault, at))) return undefined;
  const stuck = faults.find((fault) => fault.spec.kind === "stuck" && covers(fault, at));
  let members = computed.members(stuck === undefined ? at : lastBefore(computed, stuck.from) ?? at);
  for (const fault of faults) {
    if (affectsSample(fault, at)) members = withFault(fault, { members, at, type: computed.type });
  }
  return members;
}

function isGap(fault: StreamFault, at: Ticks): boolean {
  const { kind } = fault.spec;
  return (kind === "dropout" && affectsSample(fault, at)) ||
    (kind === "streams_removed" && covers(fault, at));
}

const MAX_AGE_OF_STUCK_VALUE = 3_600 * TICKS_PER_SECOND;

function lastBefore(computed: ComputedStream, from: Ticks): Ticks | undefined {
  for (const at of computed.cadence.backward(from - MAX_AGE_OF_STUCK_VALUE, from)) return at;
  return undefined;
}

function withFault(fault: StreamFault, sample: { members: Members; at: Ticks; type: SdsType }): Members {
  const { members, type } = sample;
  switch (fault.spec.kind) {
    case "spike":
      return addToNumbers(type, members, fault.spec.size);
    case "noise":
      return addToNumbers(type, members, fault.spec.size * noise(fault.seed, sample.at));
    case "system_state":
      return isPiType(type) ? systemState(members, fault.spec) : members;
    case "questionable":
      return isPiType(type) ? { ...members, IsQuestionable: true } : members;
    default:
      return members;
  }
}

function systemState(members: Members, state: { code: number; name: string }): Members {
  return { ...members, Value: null, SystemStateCode: state.code, DigitalStateName: state.name };
}

/** PI agent types are recognised by their members. */
export function isPiType(type: SdsType): boolean {
  return type.Properties.some((property) => property.Id === "SystemStateCode");
}

/** Adds to the numbers of an event; texts, booleans, states and broken readings stay unchanged. */
export function addToNumbers(type: SdsType, members: Members, by: number): Members {
  const changed = { ...members };
  for (const { Id, SdsType } of valueProperties(type)) {
    const value = members[Id];
    const code = SdsType.SdsTypeCode;
    if (typeof value !== "number" || !isNumericCode(code) || Id === "SystemStateCode") continue;
    changed[Id] = Math.round((value + by) * (code % 100 >= 13 ? 1_000 : 1)) / (code % 100 >= 13 ? 1_000 : 1);
  }
  return changed;
}
