import { type Ticks, ticksOfSeconds } from "../../../domain/shared/time.ts";
import type { Cadence } from "../cadence.ts";
import type { HeldWalk } from "../stream_reader.ts";
import { covers, type StreamFault } from "./stream_fault.ts";

/** When a sample was measured, and the index that the source's clock gave it. */
export interface Stamped {
  measuredAt: Ticks;
  index: number;
}

/** The clock that stamps a stream's samples: correct, or under faults ahead or behind. */
export interface SourceClock {
  /** The index of a sample; undefined when another sample has that index, so that this one is lost. */
  stamp(measuredAt: Ticks): number | undefined;
  /** The samples of a walk, in order of index. */
  stamped(walk: HeldWalk): Iterable<Stamped>;
}

interface WrongClock {
  fault: StreamFault;
  offset: Ticks;
}

/** Shifts wrong stamps off the regular sample times, as those of a device's own clock are. */
const OFF_GRID = 3;

export function createSourceClock(cadence: Cadence, faults: readonly StreamFault[]): SourceClock {
  const wrong: WrongClock[] = faults.flatMap((fault) => {
    return fault.spec.kind !== "source_clock"
      ? []
      : [{ fault, offset: ticksOfSeconds(fault.spec.offset_seconds) + OFF_GRID }];
  });
  const clockAt = (measuredAt: Ticks) => wrong.find(({ fault }) => covers(fault, measuredAt));
  const isTaken = (index: number) => {
    for (const _measuredAt of cadence.forward(index, index)) return clockAt(index) === undefined;
    return false;
  };
  const stamp = (measuredAt: Ticks) => {
    const clock = clockAt(measuredAt);
    if (clock === undefined) return measuredAt;
    const index = measuredAt + clock.offset;
    return isTaken(index) ? undefined : index;
  };
  const times = (walk: HeldWalk, range: { from: Ticks; to: Ticks }) => {
    if (range.from > range.to) return [];
    return walk.backward ? cadence.backward(range.from, range.to) : cadence.forward(range.from, range.to);
  };
  function* correctlyStamped(walk: HeldWalk): Generator<Stamped> {
    for (const measuredAt of times(walk, { from: walk.from, to: Math.min(walk.to, walk.measuredBy) })) {
      if (clockAt(measuredAt) === undefined) yield { measuredAt, index: measuredAt };
    }
  }
  function* wronglyStamped(walk: HeldWalk, { fault, offset }: WrongClock): Generator<Stamped> {
    const from = Math.max(fault.from + 1, walk.from - offset);
    const to = Math.min(fault.to, walk.to - offset, walk.measuredBy);
    for (const measuredAt of times(walk, { from, to })) {
      const index = clockAt(measuredAt)?.fault === fault ? stamp(measuredAt) : undefined;
      if (index !== undefined) yield { measuredAt, index };
    }
  }
  return {
    stamp,
    stamped(walk) {
      return wrong.reduce<Iterable<Stamped>>(
        (merged, clock) => inOrder(merged, wronglyStamped(walk, clock), walk.backward),
        correctlyStamped(walk),
      );
    },
  };
}

/** Merges two walks in order of index. */
function* inOrder(one: Iterable<Stamped>, other: Iterable<Stamped>, backward: boolean): Generator<Stamped> {
  const rest = other[Symbol.iterator]();
  let waiting = rest.next();
  for (const each of one) {
    while (
      !waiting.done && (backward ? waiting.value.index > each.index : waiting.value.index < each.index)
    ) {
      yield waiting.value;
      waiting = rest.next();
    }
    yield each;
  }
  for (; !waiting.done; waiting = rest.next()) yield waiting.value;
}
