import { timeIn } from "../../domain/notification/compose.ts";
import type { ResourceType } from "../../domain/push/types.ts";
import { type ComingHole, comingHole } from "../../domain/roster/holes.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Storage } from "../../storage/contract.ts";
import { ChangeWatch } from "../change_watch.ts";
import type { ServiceContext } from "../context.ts";

export interface HoleWatchOptions extends ServiceContext {
  storage: Pick<Storage, "rosters" | "ownConditions" | "store">;
  plantTimeZone: string;
}

/** How often the rosters are checked, besides after each change of rosters, users and the calendar. */
const CHECK_MS: Ms = 60_000;
const KEY = "roster_hole_";
const CHANGES: ReadonlySet<ResourceType | undefined> = new Set(["roster", "user", "plant_settings"]);

/**
 * Andon's own events about rosters with a hole: one open event a roster, from 24 hours before the hole begins until it is
 * filled or over. Everything is computed anew at each check, so that a restart forgets nothing.
 */
export class HoleWatch {
  readonly #watch: ChangeWatch;

  constructor(readonly options: HoleWatchOptions) {
    this.#watch = new ChangeWatch({
      context: options,
      changes: CHANGES,
      nextMs: () => CHECK_MS,
      begin: () => this.#begin(),
    });
  }

  start(): void {
    this.#watch.start();
  }

  /** Opens and ends events as the rosters are now. */
  check(): Promise<void> {
    return this.#watch.alone(() => this.#check());
  }

  close(): Promise<void> {
    return this.#watch.close();
  }

  #begin(): void {
    this.check().catch((error) => {
      const reason = String(error);
      this.options.log("warn", "The rosters could not be checked for holes; trying again in a minute", {
        reason,
      });
    });
  }

  async #check(): Promise<void> {
    const { storage: { rosters, ownConditions }, now } = this.options;
    const nowMs = now(), standing = await ownConditions.standing(KEY);
    const presenceOf = (id: number) => rosters.presenceOf(id);
    for (const roster of rosters.schedules()) {
      if (this.#watch.isClosed) return;
      const key = `${KEY}${roster.id}`, known = standing.get(key)?.about as ComingHole | undefined;
      const hole = comingHole(roster, { now: nowMs, presenceOf });
      standing.delete(key);
      if (known !== undefined && hole !== undefined && overlap(known, hole)) continue;
      if (known !== undefined) await ownConditions.end(key, { at: Math.min(nowMs, known.to_ms ?? nowMs) });
      if (hole !== undefined) await this.#raise(key, { name: roster.name, hole, at: nowMs });
    }
    for (const key of standing.keys()) await ownConditions.end(key, { at: nowMs });
  }

  async #raise(key: string, { name, hole, at }: { name: string; hole: ComingHole; at: Ms }): Promise<void> {
    const time = timeIn(this.options.plantTimeZone);
    const span = `from ${time(hole.from_ms)} ${
      hole.to_ms === null ? "for more than 14 days" : `until ${time(hole.to_ms)}`
    }`;
    await this.options.storage.ownConditions.raise(key, {
      name: "Nobody is on call",
      description: `Roster "${name}" has a hole: nobody is on call ${span}. ` +
        "Take it, or change the roster, under Notifications, On call",
      severity: "warning",
      at,
      about: hole,
    });
  }
}

/** Whether both are the same hole, which may have begun or been changed meanwhile. */
function overlap(a: ComingHole, b: ComingHole): boolean {
  return a.from_ms < (b.to_ms ?? Infinity) && b.from_ms < (a.to_ms ?? Infinity);
}
