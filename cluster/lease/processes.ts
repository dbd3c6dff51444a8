import type { Ms } from "../../domain/shared/time.ts";
import type { SeenProcess, SeenProcesses } from "../../ports/processes.ts";
import type { LeaseView, ObservedTime, ProcessFacts, SeenRecord } from "./types.ts";

/** How long a reading is valid. As long as a lease: after that another process may lead. */
const FRESH_MS: Ms = 5_000;
/** The largest tolerated difference of two clocks. */
export const MOST_SKEW_MS: Ms = 2_000;

interface Observed extends Omit<SeenProcess, "renewedSeconds"> {
  record: SeenRecord;
  /** When its record last changed. */
  renewedMs: Ms;
}

/** What a process knows of those that share the store. Times are of its own monotonic clock. */
export class Processes implements SeenProcesses {
  #seen: ReadonlyMap<string, Observed> = new Map();
  #readMs = -Infinity;
  #skewMs = 0;

  /** `leaseMs`: how long before its expiry a record was written. */
  constructor(readonly self: string, readonly facts: ProcessFacts, private readonly leaseMs: Ms = FRESH_MS) {}

  /** Takes in a reading. */
  observe(
    { processes, lease }: LeaseView,
    { live, steadyMs, wallMs }: ObservedTime & { live: ReadonlySet<string> },
  ): void {
    const seen = new Map<string, Observed>();
    for (const [id, record] of processes) {
      if (!live.has(id)) continue;
      const before = this.#seen.get(id);
      const isRenewed = before?.record.versionstamp !== record.versionstamp;
      const isLeader = lease?.record.holder === id;
      if (isRenewed && isLeader && before !== undefined) {
        this.#skewMs = skewOf(wallMs - (record.untilMs - this.leaseMs), steadyMs - this.#readMs);
      }
      const renewedMs = isRenewed ? steadyMs : before.renewedMs;
      seen.set(id, { id, program: record.program ?? null, isLeader, renewedMs, record });
    }
    this.#seen = seen;
    this.#readMs = steadyMs;
  }

  /** The live processes, by id; none while the last reading is too old. */
  all(nowMs: Ms): SeenProcess[] {
    if (!this.#isFresh(nowMs)) return [];
    return [...this.#seen.values()]
      .map(({ id, program, isLeader, renewedMs }) => ({
        id,
        program,
        isLeader,
        renewedSeconds: Math.max(0, nowMs - renewedMs) / 1000,
      }))
      .sort((a, b) => a.id < b.id ? -1 : 1);
  }

  /** Undefined while there is none, or the last reading is too old. */
  leader(nowMs: Ms): SeenProcess | undefined {
    return this.all(nowMs).find(({ isLeader }) => isLeader);
  }

  /** While this process stands by: why it could not take over, as a sentence; null: it could. */
  obstacle(nowMs: Ms): string | null {
    if (!this.#isFresh(nowMs)) return "The store does not answer";
    const leader = [...this.#seen.values()].find(({ isLeader }) => isLeader);
    if (leader === undefined) return null;
    if (leader.id === this.self) return "Andon is starting";
    if (Math.abs(this.#skewMs) > MOST_SKEW_MS) {
      const seconds = Math.abs(this.#skewMs / 1000).toFixed(1);
      const way = this.#skewMs > 0 ? "ahead of" : "behind";
      return `The clock of this machine is ${seconds} s ${way} the leader's; use one time server for both`;
    }
    const { schema = 0 } = leader.record;
    if (schema <= this.facts.schema) return null;
    return `The leader's program (${leader.program}) is newer than this one (${this.facts.program}); replace it`;
  }

  #isFresh(nowMs: Ms): boolean {
    return nowMs - this.#readMs <= FRESH_MS;
  }
}

/** `sinceMs`: the other clock's time plus up to `gapMs`, the time since the reading before. What that explains is none. */
function skewOf(sinceMs: Ms, gapMs: Ms): Ms {
  return sinceMs > gapMs ? sinceMs - gapMs : Math.min(0, sinceMs);
}
