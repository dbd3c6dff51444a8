import type { Ticks } from "../../../domain/shared/time.ts";
import { TICKS_PER_SECOND } from "../../../domain/shared/time.ts";
import { noise } from "../chance.ts";
import type { ComputedStream } from "../computed_stream.ts";
import { isNumericCode, type Members, type SdsType, valueProperties } from "../sds_types.ts";
import { covers, type StreamFault, takes } from "./stream_fault.ts";

/** What a stream gives at one of its moments under its faults; undefined: nothing. */
export function shapedMembers(
  computed: ComputedStream,
  faults: readonly StreamFault[],
  at: Ticks,
): Members | undefined {
  if (faults.some((fault) => isGap(fault, at))) return undefined;
  const stuck = faults.find((fault) => fault.spec.kind === "stuck" && covers(fault, at));
  let members = computed.members(stuck === undefined ? at : lastBefore(computed, stuck.from) ?? at);
  for (const fault of faults) {
    if (takes(fault, at)) members = shapedBy(fault, { members, at, type: computed.type });
  }
  return members;
}

function isGap(fault: StreamFault, at: Ticks): boolean {
  const { kind } = fault.spec;
  return (kind === "dropout" && takes(fault, at)) || (kind === "streams_removed" && covers(fault, at));
}

const LOOK_BACK = 3_600 * TICKS_PER_SECOND;

function lastBefore(computed: ComputedStream, from: Ticks): Ticks | undefined {
  for (const at of computed.cadence.backward(from - LOOK_BACK, from)) return at;
  return undefined;
}

function shapedBy(fault: StreamFault, sample: { members: Members; at: Ticks; type: SdsType }): Members {
  const { members, type } = sample;
  switch (fault.spec.kind) {
    case "spike":
      return raisedNumbers(type, members, fault.spec.size);
    case "noise":
      return raisedNumbers(type, members, fault.spec.size * noise(fault.seed, sample.at));
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

/** The PI agent's types are known by their members. */
export function isPiType(type: SdsType): boolean {
  return type.Properties.some((property) => property.Id === "SystemStateCode");
}

/** The same event with its numbers changed; texts, switches, states and broken readings stay. */
export function raisedNumbers(type: SdsType, members: Members, by: number): Members {
  const raised = { ...members };
  for (const { Id, SdsType } of valueProperties(type)) {
    const value = members[Id];
    const code = SdsType.SdsTypeCode;
    if (typeof value !== "number" || !isNumericCode(code) || Id === "SystemStateCode") continue;
    raised[Id] = Math.round((value + by) * (code % 100 >= 13 ? 1_000 : 1)) / (code % 100 >= 13 ? 1_000 : 1);
  }
  return raised;
}
