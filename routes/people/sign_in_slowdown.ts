import type { Ms } from "../../domain/shared/time.ts";

export const FREE_FAILURES = 5;
const MAX_LANES = 10_000;

/** How long wrong attempts count, and how long the attempts after them wait. */
export interface SlowdownPace {
  windowMs: Ms;
  /** Doubles with each wrong attempt. */
  firstDelayMs: Ms;
  longestDelayMs: Ms;
}

export const PASSWORD_PACE: SlowdownPace = {
  windowMs: 5 * 60_000,
  firstDelayMs: 1_000,
  longestDelayMs: 8_000,
};
/** A one-time code has only six digits: whoever knows the password gets some 300 attempts a day. */
export const CODE_PACE: SlowdownPace = { windowMs: 3_600_000, firstDelayMs: 10_000, longestDelayMs: 300_000 };

/** A PIN of a shared desk has as few: a desk gets some 100 attempts a day, whoever they name. */
export const DESK_PACE: SlowdownPace = {
  windowMs: 4 * 3_600_000,
  firstDelayMs: 30_000,
  longestDelayMs: 15 * 60_000,
};

/** What is counted: a user name, an address, a known device of a user, a session, or a shared desk. */
export type Lane = `${"name" | "address" | "device" | "session" | "desk"} ${string}`;

/** Lanes of many people, which the right password of one of them does not clear. */
const SHARED_LANES = ["address ", "desk "];

/** Whether an attempt may be checked now, and what the answer says about the limit. */
export interface Admission {
  /** 0: it may, and is counted. Above 0: it may be made again after so many milliseconds. */
  waitMs: Ms;
  /** No lane had a wrong attempt in the window. */
  isQuiet: boolean;
  /** How many attempts may follow without a wait. */
  remaining: number;
}

/** What became of an attempt that was let through; `unchecked`: the password was not compared. */
export type Outcome = "right" | "wrong" | "unchecked";

interface LaneState {
  /** When the attempts began that are wrong, or not yet checked. */
  begun: Ms[];
  /** Attempts that are being checked. */
  running: number;
}

/**
 * Slows wrong attempts down: after five wrong passwords in a lane within 5 minutes, the next attempt begins 1 s after the
 * last one, then 2 s, 4 s, at most 8 s, and only one at a time; of codes by `CODE_PACE`. An attempt counts as wrong from its start, so that
 * concurrent attempts gain nothing. Refused attempts are not counted. Holds at most 10,000 lanes; beyond that the
 * least recently used are dropped.
 */
export class SignInSlowdown {
  readonly #lanes = new Map<Lane, LaneState>();

  readonly #pace: SlowdownPace;
  readonly #maxLanes: number;

  constructor(
    private readonly now: () => Ms,
    { maxLanes = MAX_LANES, pace = PASSWORD_PACE }: { maxLanes?: number; pace?: SlowdownPace } = {},
  ) {
    this.#pace = pace;
    this.#maxLanes = maxLanes;
  }

  begin(lanes: readonly Lane[]): Admission {
    const nowMs = this.now();
    const states = lanes.map((lane) => this.#recent(lane, nowMs));
    const waitMs = Math.max(...states.map((state) => waitOf(state, { nowMs, pace: this.#pace })));
    const most = Math.max(...states.map((state) => state.begun.length));
    if (waitMs > 0) return { waitMs, isQuiet: false, remaining: 0 };
    for (const [at, lane] of lanes.entries()) this.#count(lane, { state: states[at]!, nowMs });
    return { waitMs: 0, isQuiet: most === 0, remaining: Math.max(0, FREE_FAILURES - most - 1) };
  }

  /** Must follow each attempt that was let through. A right password clears the lanes that are not shared. */
  end(lanes: readonly Lane[], outcome: Outcome): void {
    for (const lane of lanes) {
      const state = this.#lanes.get(lane);
      if (state === undefined) continue;
      state.running = Math.max(0, state.running - 1);
      if (outcome !== "wrong") state.begun.pop();
      const isCleared = outcome === "right" && !SHARED_LANES.some((kind) => lane.startsWith(kind));
      if (isCleared) state.begun = [];
      if (state.begun.length === 0 && state.running === 0) this.#lanes.delete(lane);
    }
  }

  get size(): number {
    return this.#lanes.size;
  }

  #recent(lane: Lane, nowMs: Ms): LaneState {
    const { begun, running } = this.#lanes.get(lane) ?? { begun: [], running: 0 };
    return { begun: begun.filter((at) => at > nowMs - this.#pace.windowMs), running };
  }

  #count(lane: Lane, { state, nowMs }: { state: LaneState; nowMs: Ms }): void {
    this.#lanes.delete(lane);
    const begun = [...state.begun, nowMs].slice(-2 * FREE_FAILURES);
    this.#lanes.set(lane, { begun, running: state.running + 1 });
    for (const oldest of this.#lanes.keys()) {
      if (this.#lanes.size <= this.#maxLanes) break;
      this.#lanes.delete(oldest);
    }
  }
}

/** How long a lane's next attempt must wait. */
function waitOf({ begun, running }: LaneState, { nowMs, pace }: { nowMs: Ms; pace: SlowdownPace }): Ms {
  const last = begun.at(-1);
  if (last === undefined || begun.length < FREE_FAILURES) return 0;
  const untilNext = last + delayAfter(begun.length, pace) - nowMs;
  return Math.max(0, untilNext, running > 0 ? pace.firstDelayMs : 0);
}

function delayAfter(failures: number, { firstDelayMs, longestDelayMs }: SlowdownPace): Ms {
  return Math.min(firstDelayMs * 2 ** (failures - FREE_FAILURES), longestDelayMs);
}
