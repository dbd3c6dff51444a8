import type { EventNotice } from "../../domain/notification/types.ts";
import type { FrameDraft, Mutation } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";
import { changedResource } from "./frames.ts";

/** What a row adds to a commit at most: two numbers of 16 digits, a letter and separators. */
export const ROW_BYTES = 36;

/** The most bytes of the rows of one atomic: in all, and per value. */
export const OUTBOX_BYTES = 180_000, OUTBOX_VALUE_BYTES = 60_000;

/**
 * The changes of events that one commit made, in their order: what the notifier has to consider. Written in the
 * commit itself, so that no change is lost.
 */
export interface OutboxValue {
  v: 1;
  /** A row a line: the event's id, `c`, `u`, `d` or `r` (see `CHANGES`), and its revision. */
  rows: string;
  /** How many further values the commit has. Absent: none. */
  more?: number;
}

/** The part of an event frame that a row is made of. */
interface FramedEvent {
  id: number;
  revision: number;
  flags?: readonly string[];
  deleted?: true;
}

const NONE: readonly string[] = [];
const CHANGES = { c: "created", u: "updated", d: "deleted", r: "restored" } as const;

/**
 * The rows of a commit with these push frames. Backfilled events give none: they are told to nobody. A drill has no
 * frames of an event.
 */
export function outboxRows(frames: readonly FrameDraft[]): readonly string[] {
  let rows: string[] | undefined;
  for (const frame of frames) {
    const { kind, data } = frame, changed = changedResource(frame);
    if (changed?.type === "notification_drill") (rows ??= []).push(`${changed.id} u 0`);
    if (kind !== "event_created" && kind !== "event_updated") continue;
    if (!isFramedEvent(data) || data.flags?.includes("backfilled")) continue;
    const { id, revision, deleted } = data;
    const change = deleted === true ? "d" : kind === "event_created" ? "c" : "u";
    (rows ??= []).push(`${id} ${change} ${revision}`);
  }
  return rows ?? NONE;
}

/** Has the notifier consider events that were open in a backup, in the place of the restore's commit. */
export function restoredOutbox(
  events: readonly { id: number; revision: number }[],
  versionstamp: string,
): Mutation[] {
  const values = outboxValues(events.map(({ id, revision }) => `${id} r ${revision}`));
  const keyOf = (i: number) => i === 0 ? keys.outbox(versionstamp) : keys.moreOutbox(i - 1, versionstamp);
  // The first value, which names the others, is the last one.
  return values.map((value, i): Mutation => ({ type: "set", key: keyOf(i), value })).reverse();
}

function isFramedEvent(data: unknown): data is FramedEvent {
  return typeof data === "object" && data !== null && "id" in data && "revision" in data;
}

/** As few values as hold the rows. */
export function outboxValues(rows: readonly string[]): OutboxValue[] {
  const texts: string[] = [];
  let from = 0;
  for (let to = 0, bytes = 0; to <= rows.length; to++) {
    const size = to < rows.length ? rows[to]!.length + 1 : Infinity;
    if (bytes + size > OUTBOX_VALUE_BYTES && to > from) {
      texts.push(rows.slice(from, to).join("\n"));
      from = to;
      bytes = 0;
    }
    bytes += size;
  }
  return texts.map((text, i): OutboxValue =>
    i === 0 && texts.length > 1 ? { v: 1, rows: text, more: texts.length - 1 } : { v: 1, rows: text }
  );
}

export function readRows({ rows }: Pick<OutboxValue, "rows">): EventNotice[] {
  return rows.split("\n").map((row) => {
    const [id, change, revision] = row.split(" ");
    return {
      event_id: Number(id),
      change: CHANGES[change as keyof typeof CHANGES],
      revision: Number(revision),
    };
  });
}
