import { type Ticks, ticksOfSeconds } from "../../../domain/shared/time.ts";
import type { ChangeOperation } from "../change_log.ts";
import type { ComputedStream } from "../computed_stream.ts";
import type { RemovedRange } from "../overlay.ts";
import type { Members } from "../sds_types.ts";
import type { HeldSamples, HeldWalk, StreamEvent } from "../stream_reader.ts";
import { addToNumbers, membersUnderFaults } from "./shaping.ts";
import { affectsSample, longestDelay, type StreamFault } from "./stream_fault.ts";
import { arrivalDelay, duplicateTimes } from "./sample_delays.ts";
import { type Removal, removalOf, removalsBetween } from "./removals.ts";
import { createSourceClock, type SourceClock } from "./source_clock.ts";

/** One change that the source reports, and when. The events of a RemoveWindow are its two bounds. */
export interface ReportedChange {
  at: Ticks;
  operation: ChangeOperation;
  events: StreamEvent[];
}

/** One step in the history of one sample. */
interface Step {
  at: Ticks;
  operation: ChangeOperation;
  /** The sample's members from then on; null once it is removed. */
  members: Members | null;
  /** A duplicate: changes nothing, and is not reported for a removed sample. */
  isRepeat?: boolean;
}

/**
 * A computed stream under its faults. Nothing is stored: the history of each sample follows from its time, so windows,
 * the change feed and the final samples always agree.
 */
export class SampleHistory implements HeldSamples {
  /** From here on the feed equals that of the stream without faults. */
  readonly settledAt: Ticks;
  readonly #clock: SourceClock;
  readonly #longestDelay: Ticks;
  /** Faults that act on a sample after it was measured. */
  readonly #delaying: readonly StreamFault[];
  readonly #delayedFrom: Ticks;

  constructor(
    private readonly computed: ComputedStream,
    private readonly faults: readonly StreamFault[],
    /** Ranges that clients removed. */
    private readonly removedRanges: () => readonly RemovedRange[],
  ) {
    this.#clock = createSourceClock(computed.cadence, faults);
    const lateFaults = faults.filter((fault) => fault.spec.kind === "late");
    const otherDelays = faults.filter((fault) => fault.spec.kind !== "late").map(longestDelay);
    this.#longestDelay = lateFaults.reduce(
      (sum, each) => sum + longestDelay(each),
      Math.max(0, ...otherDelays),
    );
    this.#delaying = faults.filter((fault) => longestDelay(fault) > 0);
    this.#delayedFrom = Math.min(...this.#delaying.map((fault) => fault.from));
    this.settledAt = Math.max(...faults.map((fault) => fault.to)) + this.#longestDelay;
  }

  /** The samples in a range of indexes, in order, in their state at a time. */
  *held(walk: HeldWalk): Generator<StreamEvent> {
    for (const { measuredAt, index } of this.#clock.stamped(walk)) {
      const members = this.#heldAt(this.#steps(measuredAt, index), walk.by);
      if (members !== null) yield { at: index, members };
    }
  }

  /** The changes in (after, to], in order. */
  reported(after: Ticks, to: Ticks): ReportedChange[] {
    const reported: ReportedChange[] = [];
    const measuredFrom = Math.max(after - this.#longestDelay, Math.min(after, this.#delayedFrom));
    for (const measuredAt of this.computed.cadence.forward(measuredFrom + 1, to)) {
      if (measuredAt <= after && !this.#delaying.some((fault) => affectsSample(fault, measuredAt))) continue;
      const index = this.#clock.stamp(measuredAt);
      if (index === undefined) continue;
      for (const step of effective(this.#steps(measuredAt, index))) {
        // A removed window is reported once, below, not per sample.
        if (step.operation === "RemoveWindow" || step.at <= after || step.at > to) continue;
        reported.push(changeOf(step, index));
      }
    }
    for (const removal of removalsBetween(this.faults, { after, to })) reported.push(removalChange(removal));
    return reported.sort((a, b) => a.at - b.at || Number(isWindow(a)) - Number(isWindow(b)));
  }

  /** The steps of a sample, in order; none for a sample that a fault suppresses. */
  #steps(measuredAt: Ticks, index: number): Step[] {
    const members = membersUnderFaults(this.computed, this.faults, measuredAt);
    if (members === undefined) return [];
    const arrived = measuredAt + arrivalDelay(this.faults, measuredAt);
    const steps: Step[] = [{ at: arrived, operation: "Insert", members }];
    for (const at of duplicateTimes(this.faults, { measuredAt, arrived })) {
      steps.push({ at, operation: "Insert", members, isRepeat: true });
    }
    for (const fault of this.faults) {
      const step = this.#correction(fault, { measuredAt, arrived, members });
      if (step !== undefined) steps.push(step);
    }
    const removals = this.#removalsOf(index);
    for (const { at } of removals) steps.push({ at, operation: "RemoveWindow", members: null });
    return steps.length === 1 ? steps : steps.sort((a, b) => a.at - b.at);
  }

  #removalsOf(index: number): { at: Ticks }[] {
    const byClients = this.removedRanges().filter(({ from, to }) => index >= from && index <= to);
    const byFault = this.faults.map((fault) => removalOf(fault, index)).filter((each) => each !== undefined);
    return [...byFault, ...byClients];
  }

  #correction(
    fault: StreamFault,
    sample: { measuredAt: Ticks; arrived: Ticks; members: Members },
  ): Step | undefined {
    const { spec } = fault;
    if (
      spec.kind !== "correction" || spec.operation === "remove_window" ||
      !affectsSample(fault, sample.measuredAt)
    ) {
      return undefined;
    }
    const at = Math.max(sample.measuredAt + ticksOfSeconds(spec.delay_seconds), sample.arrived);
    if (spec.operation === "remove") return { at, operation: "Remove", members: null };
    const members = addToNumbers(this.computed.type, sample.members, spec.change);
    return { at, operation: spec.operation === "replace" ? "Replace" : "Update", members };
  }

  #heldAt(steps: readonly Step[], by: Ticks): Members | null {
    let held: Members | null = null;
    for (const step of effective(steps)) {
      if (step.at > by) break;
      held = step.members;
    }
    return held;
  }
}

/** The steps with an effect: only an insert acts on a missing sample. A duplicate repeats the current members. */
function* effective(steps: readonly Step[]): Generator<Step> {
  let held: Members | null = null;
  for (const step of steps) {
    if (step.operation === "Insert" ? step.isRepeat && held === null : held === null) continue;
    const effect: Step = step.isRepeat ? { ...step, members: held } : step;
    yield effect;
    held = effect.members;
  }
}

function changeOf(step: Step, index: number): ReportedChange {
  return { at: step.at, operation: step.operation, events: [{ at: index, members: step.members ?? {} }] };
}

function removalChange(removal: Removal): ReportedChange {
  const events = [removal.from, removal.to].map((at) => ({ at, members: {} }));
  return { at: removal.at, operation: "RemoveWindow", events };
}

function isWindow(reported: ReportedChange): boolean {
  return reported.operation === "RemoveWindow";
}
