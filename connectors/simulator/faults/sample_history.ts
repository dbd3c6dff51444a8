import { type Ticks, ticksOfSeconds } from "../../../domain/shared/time.ts";
import type { ChangeOperation } from "../change_log.ts";
import type { ComputedStream } from "../computed_stream.ts";
import type { RemovedStretch } from "../overlay.ts";
import type { Members } from "../sds_types.ts";
import type { HeldSamples, HeldWalk, StreamEvent } from "../stream_reader.ts";
import { raisedNumbers, shapedMembers } from "./shaping.ts";
import { longestDelay, type StreamFault, takes } from "./stream_fault.ts";
import { lateness, reachedTwice } from "./sample_delays.ts";
import { type Removal, removalOf, removalsBetween } from "./removals.ts";
import { createSourceClock, type SourceClock } from "./source_clock.ts";

/** One thing that the source did, and when. A RemoveWindow's events are its two bounds. */
export interface Told {
  at: Ticks;
  operation: ChangeOperation;
  events: StreamEvent[];
}

/** One step in the life of one sample. */
interface Step {
  at: Ticks;
  operation: ChangeOperation;
  /** What the sample holds from then on; null: it is gone. */
  members: Members | null;
  /** Said once more: changes nothing, and is not said of a sample that is gone. */
  isRepeat?: boolean;
}

/**
 * A computed stream under its faults. Nothing is kept: each sample's life follows from its time, so windows, the
 * change feed and the final series all tell the same story whenever they are asked.
 */
export class SampleHistory implements HeldSamples {
  /** From here on the feed is the plain stream's again. */
  readonly settledAt: Ticks;
  readonly #clock: SourceClock;
  readonly #longestDelay: Ticks;
  /** Faults that can still do something to a sample that was made before. */
  readonly #delaying: readonly StreamFault[];
  readonly #delayedFrom: Ticks;

  constructor(
    private readonly computed: ComputedStream,
    private readonly faults: readonly StreamFault[],
    /** What was removed by hand. */
    private readonly removedStretches: () => readonly RemovedStretch[],
  ) {
    this.#clock = createSourceClock(computed.cadence, faults);
    const lates = faults.filter((fault) => fault.spec.kind === "late");
    const rest = faults.filter((fault) => fault.spec.kind !== "late").map(longestDelay);
    this.#longestDelay = lates.reduce((sum, each) => sum + longestDelay(each), Math.max(0, ...rest));
    this.#delaying = faults.filter((fault) => longestDelay(fault) > 0);
    this.#delayedFrom = Math.min(...this.#delaying.map((fault) => fault.from));
    this.settledAt = Math.max(...faults.map((fault) => fault.to)) + this.#longestDelay;
  }

  /** The samples whose index lies in a stretch, in order, as they were held at a moment. */
  *held(walk: HeldWalk): Generator<StreamEvent> {
    for (const { made, index } of this.#clock.stamped(walk)) {
      const members = this.#heldAt(this.#life(made, index), walk.by);
      if (members !== null) yield { at: index, members };
    }
  }

  /** All that was done after one moment and up to another, in order. */
  told(after: Ticks, to: Ticks): Told[] {
    const told: Told[] = [];
    const madeFrom = Math.max(after - this.#longestDelay, Math.min(after, this.#delayedFrom));
    for (const made of this.computed.cadence.forward(madeFrom + 1, to)) {
      if (made <= after && !this.#delaying.some((fault) => takes(fault, made))) continue;
      const index = this.#clock.stamp(made);
      if (index === undefined) continue;
      for (const step of effective(this.#life(made, index))) {
        // A removed window is told once, below, not for each of its samples.
        if (step.operation === "RemoveWindow" || step.at <= after || step.at > to) continue;
        told.push(toldOf(step, index));
      }
    }
    for (const removal of removalsBetween(this.faults, { after, to })) told.push(toldRemoval(removal));
    return told.sort((a, b) => a.at - b.at || Number(isWindow(a)) - Number(isWindow(b)));
  }

  /** A sample's steps in order; none for one that was never made. */
  #life(made: Ticks, index: number): Step[] {
    const members = shapedMembers(this.computed, this.faults, made);
    if (members === undefined) return [];
    const arrived = made + lateness(this.faults, made);
    const steps: Step[] = [{ at: arrived, operation: "Insert", members }];
    for (const at of reachedTwice(this.faults, { made, arrived })) {
      steps.push({ at, operation: "Insert", members, isRepeat: true });
    }
    for (const fault of this.faults) {
      const step = this.#correction(fault, { made, arrived, members });
      if (step !== undefined) steps.push(step);
    }
    const removals = this.#removalsOf(index);
    for (const { at } of removals) steps.push({ at, operation: "RemoveWindow", members: null });
    return steps.length === 1 ? steps : steps.sort((a, b) => a.at - b.at);
  }

  #removalsOf(index: number): { at: Ticks }[] {
    const byHand = this.removedStretches().filter(({ from, to }) => index >= from && index <= to);
    const byFault = this.faults.map((fault) => removalOf(fault, index)).filter((each) => each !== undefined);
    return [...byFault, ...byHand];
  }

  #correction(
    fault: StreamFault,
    sample: { made: Ticks; arrived: Ticks; members: Members },
  ): Step | undefined {
    const { spec } = fault;
    if (spec.kind !== "correction" || spec.operation === "remove_window" || !takes(fault, sample.made)) {
      return undefined;
    }
    const at = Math.max(sample.made + ticksOfSeconds(spec.delay_seconds), sample.arrived);
    if (spec.operation === "remove") return { at, operation: "Remove", members: null };
    const members = raisedNumbers(this.computed.type, sample.members, spec.change);
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

/** A sample that is not there can only come, not change; one that came twice says what it holds by then. */
function* effective(steps: readonly Step[]): Generator<Step> {
  let held: Members | null = null;
  for (const step of steps) {
    if (step.operation === "Insert" ? step.isRepeat && held === null : held === null) continue;
    const said: Step = step.isRepeat ? { ...step, members: held } : step;
    yield said;
    held = said.members;
  }
}

function toldOf(step: Step, index: number): Told {
  return { at: step.at, operation: step.operation, events: [{ at: index, members: step.members ?? {} }] };
}

function toldRemoval(removal: Removal): Told {
  const events = [removal.from, removal.to].map((at) => ({ at, members: {} }));
  return { at: removal.at, operation: "RemoveWindow", events };
}

function isWindow(told: Told): boolean {
  return told.operation === "RemoveWindow";
}
