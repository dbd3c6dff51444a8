import { clipped, hoursSpans, type Span } from "../hours/hours.ts";
import { type LocalDays, localDaysOf, minuteOfClock } from "../hours/local_days.ts";
import { WorkingDays } from "../hours/working_days.ts";
import type { Ms } from "../shared/time.ts";
import { turnDays } from "./turn_days.ts";
import type { Layer, Schedule, Shift, UserPresence } from "./types.ts";

/** A span of which a layer or an override is the cause. */
interface Piece extends Span {
  user: number | null;
  layer: number | null;
  override: number | null;
}

interface ShiftOptions extends Span {
  presenceOf(userId: number): UserPresence;
}

/**
 * The final schedule of a span: shifts that cover it without overlap, in the order of time. A shift ends at a handover,
 * at the end of its hours, and where a later layer or an override counts.
 */
export function shifts(schedule: Schedule, { from, to, presenceOf }: ShiftOptions): Shift[] {
  if (from >= to) return [];
  const zone = localDaysOf(schedule.time_zone), working = new WorkingDays(schedule.calendar);
  let pieces: Piece[] = [{ from, to, user: null, layer: null, override: null }];
  schedule.layers.forEach((layer, index) => {
    pieces = painted(pieces, layerPieces(layer, { index, zone, working, span: { from, to } }));
  });
  for (const { id, user_id, from_ms, to_ms } of schedule.overrides) {
    const piece = { from: from_ms, to: to_ms, user: user_id, layer: null, override: id };
    pieces = painted(pieces, clipped([piece], { from, to }));
  }
  const days = schedule.required_working_days_only ? working : undefined;
  const required = hoursSpans(schedule.required_hours, { zone, span: { from, to }, days });
  return pieces.flatMap((piece) => shiftsOf(piece, { required, presenceOf }));
}

/** Who is on call at a time; null: nobody. */
export function onCall(schedule: Schedule, at: Ms, presenceOf: ShiftOptions["presenceOf"]): number | null {
  const [shift] = shifts(schedule, { from: at, to: at + 1, presenceOf });
  return shift?.kind === "on_call" ? shift.user_id : null;
}

/** How far the present shift is followed. */
const AHEAD_MS = 31 * 24 * 3_600_000;

/** The shift at a time, from that time to its end, at most 31 days. */
export function presentShift(
  schedule: Schedule,
  { now, presenceOf }: { now: Ms; presenceOf: ShiftOptions["presenceOf"] },
): Shift {
  return shifts(schedule, { from: now, to: now + AHEAD_MS, presenceOf })[0]!;
}

function shiftsOf(
  piece: Piece,
  { required, presenceOf }: { required: readonly Span[]; presenceOf: ShiftOptions["presenceOf"] },
): Shift[] {
  const presence = piece.user === null ? "present" : presenceOf(piece.user);
  const shift = ({ from, to }: Span, kind: Shift["kind"]): Shift => ({
    from_ms: from,
    to_ms: to,
    kind,
    user_id: piece.user,
    presence,
    layer: piece.layer,
    override_id: piece.override,
  });
  if (piece.user !== null && presence === "present") return [shift(piece, "on_call")];
  return [
    ...clipped(required, piece).map((span) => shift(span, "hole")),
    ...outside(piece, required).map((span) => shift(span, "free")),
  ].sort((a, b) => a.from_ms - b.from_ms);
}

/** The pieces with others over them; both without overlap. */
function painted(below: readonly Piece[], above: readonly Piece[]): Piece[] {
  const left = below.flatMap((piece) => outside(piece, above));
  return [...left, ...above].sort((a, b) => a.from - b.from);
}

/** What the pieces and turns of a layer are found by. */
interface LayerDays {
  zone: LocalDays;
  working: WorkingDays;
  span: Span;
}

function layerPieces(layer: Layer, { index, ...given }: LayerDays & { index: number }): Piece[] {
  const hours = layerHours(layer, given);
  const turns = turnsOf(layer, given);
  const pieces: Piece[] = [];
  for (const { from, to, user } of turns) {
    for (const open of clipped(hours, { from, to })) {
      pieces.push({ ...open, user, layer: index, override: null });
    }
  }
  return pieces;
}

/** When a layer counts. A working day without hours lasts from its handover to that of the next day. */
function layerHours(
  { hours, handover_time, working_days_only }: Layer,
  { working, ...given }: LayerDays,
): Span[] {
  if (!working_days_only) return hoursSpans(hours, given);
  const day = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: handover_time, to: handover_time };
  return hoursSpans(hours.length === 0 ? [day] : hours, { ...given, days: working });
}

/** The turns that touch a span, cut to it. */
function turnsOf(layer: Layer, { zone, working, span }: LayerDays): (Span & { user: number })[] {
  const { user_ids, handover_time } = layer;
  if (user_ids.length === 0) return [];
  const days = turnDays(layer, working), minute = minuteOfClock(handover_time);
  const handover = (turn: number) => zone.timeOf(days.dayOf(turn), minute);
  const turns = [];
  for (let turn = Math.max(0, days.turnBy(zone.dayAt(span.from)));; turn++) {
    const from = handover(turn), to = handover(turn + 1);
    if (from >= span.to) break;
    if (to <= span.from || from >= to) continue;
    turns.push({
      from: Math.max(from, span.from),
      to: Math.min(to, span.to),
      user: user_ids[turn % user_ids.length]!,
    });
  }
  return turns;
}

/** The parts of a span that no other covers; the others in the order of time, without overlap. */
function outside<T extends Span>(whole: T, spans: readonly Span[]): T[] {
  const result: T[] = [];
  let at = whole.from;
  for (const { from, to } of clipped(spans, whole)) {
    if (at < from) result.push({ ...whole, from: at, to: from });
    at = to;
  }
  if (at < whole.to) result.push({ ...whole, from: at });
  return result;
}
