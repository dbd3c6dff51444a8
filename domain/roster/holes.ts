import type { Ms } from "../shared/time.ts";
import { shifts } from "./shifts.ts";
import type { Schedule, Shift, UserPresence } from "./types.ts";

/** How far ahead holes are looked for. */
export const HOLES_AHEAD_MS = 14 * 24 * 3_600_000;

/** A span in which nobody is on call, though somebody must be. */
export type Hole = Pick<Shift, "from_ms" | "to_ms" | "user_id" | "presence">;

/** The holes of the coming 14 days, the first one first. Those that touch and have the same cause are one. */
export function holesOf(
  schedule: Schedule,
  { now, presenceOf }: { now: Ms; presenceOf(userId: number): UserPresence },
): Hole[] {
  const holes: Hole[] = [];
  for (const shift of shifts(schedule, { from: now, to: now + HOLES_AHEAD_MS, presenceOf })) {
    if (shift.kind !== "hole") continue;
    const { from_ms, to_ms, user_id, presence } = shift, last = holes.at(-1);
    if (last?.to_ms === from_ms && last.user_id === user_id) last.to_ms = to_ms;
    else holes.push({ from_ms, to_ms, user_id, presence });
  }
  return holes;
}

/** How long before a hole begins an event tells of it. */
export const HOLE_TOLD_MS: Ms = 24 * 3_600_000;

/** A hole, whatever its causes. `to_ms` is null if it lasts longer than the coming 14 days. */
export interface ComingHole {
  from_ms: Ms;
  to_ms: Ms | null;
}

/** The first hole that has begun or begins within 24 hours; undefined: there is none. One that has begun starts now. */
export function comingHole(
  schedule: Schedule,
  { now, presenceOf }: { now: Ms; presenceOf(userId: number): UserPresence },
): ComingHole | undefined {
  const soon = shifts(schedule, { from: now, to: now + HOLE_TOLD_MS + 1, presenceOf });
  if (!soon.some(({ kind }) => kind === "hole")) return undefined;
  const [first, ...later] = holesOf(schedule, { now, presenceOf });
  if (first === undefined) return undefined;
  let { to_ms } = first;
  for (const hole of later) if (hole.from_ms === to_ms) to_ms = hole.to_ms;
  return { from_ms: first.from_ms, to_ms: to_ms < now + HOLES_AHEAD_MS ? to_ms : null };
}
