import { type Ticks, ticksOfSeconds } from "../../../domain/shared/time.ts";
import type { Cadence } from "../cadence.ts";
import type { HeldWalk } from "../stream_reader.ts";
import { covers, type StreamFault } from "./stream_fault.ts";

/** When a sample was really made, and the index that the source gave it. */
export interface Stamped {
  made: Ticks;
  index: number;
}

/** The clock that stamps a stream's samples: right, but under faults ahead or behind. */
export interface SourceClock {
  /** Undefined: another sample stands at that index, so the source took none. */
  stamp(made: Ticks): number | undefined;
  /** In order of index. */
  stamped(walk: HeldWalk): Iterable<Stamped>;
}

interface WrongClock {
  fault: StreamFault;
  offset: Ticks;
}

/** A wrong clock's stamps lie off the beat, as a device's own clock does. */
const OFF_BEAT = 3;

export function createSourceClock(cadence: Cadence, faults: readonly StreamFault[]): SourceClock {
  const wrong: WrongClock[] = faults.flatMap((fault) => {
    return fault.spec.kind !== "source_clock"
      ? []
      : [{ fault, offset: ticksOfSeconds(fault.spec.offset_seconds) + OFF_BEAT }];
  });
  const clockAt = (made: Ticks) => wrong.find(({ fault }) => covers(fault, made));
  const isTaken = (index: number) => {
    for (const _made of cadence.forward(index, index)) return clockAt(index) === undefined;
    return false;
  };
  const stamp = (made: Ticks) => {
    const clock = clockAt(made);
    if (clock === undefined) return made;
    const index = made + clock.offset;
    return isTaken(index) ? undefined : index;
  };
  const times = (walk: HeldWalk, stretch: { from: Ticks; to: Ticks }) => {
    if (stretch.from > stretch.to) return [];
    return walk.backward
      ? cadence.backward(stretch.from, stretch.to)
      : cadence.forward(stretch.from, stretch.to);
  };
  function* right(walk: HeldWalk): Generator<Stamped> {
    for (const made of times(walk, { from: walk.from, to: Math.min(walk.to, walk.madeBy) })) {
      if (clockAt(made) === undefined) yield { made, index: made };
    }
  }
  function* off(walk: HeldWalk, { fault, offset }: WrongClock): Generator<Stamped> {
    const from = Math.max(fault.from + 1, walk.from - offset);
    const to = Math.min(fault.to, walk.to - offset, walk.madeBy);
    for (const made of times(walk, { from, to })) {
      const index = clockAt(made)?.fault === fault ? stamp(made) : undefined;
      if (index !== undefined) yield { made, index };
    }
  }
  return {
    stamp,
    stamped(walk) {
      return wrong.reduce<Iterable<Stamped>>(
        (merged, clock) => inOrder(merged, off(walk, clock), walk.backward),
        right(walk),
      );
    },
  };
}

/** Two walks in order of index as one. */
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
