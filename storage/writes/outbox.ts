import type { EventNotice, Mutation } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";
import type { AppendLog } from "../store/rows.ts";

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

const LETTERS = { created: "c", updated: "u", deleted: "d", restored: "r" } as const;
const CHANGES = { c: "created", u: "updated", d: "deleted", r: "restored" } as const;

/** The log from which the notifier learns of changed events in the order of commits. */
export const OUTBOX: AppendLog<string> = {
  name: "outbox",
  mostBytes: OUTBOX_BYTES,
  prefix: (i) => i === 0 ? keys.outbox("").slice(0, -1) : keys.moreOutbox(i - 1, "").slice(0, -1),
  valuesOf: outboxValues,
};

export function outboxRow({ event_id, change, revision }: EventNotice): string {
  return `${event_id} ${LETTERS[change]} ${revision}`;
}

/** Has the notifier consider events that were open in a backup, in the place of the restore's commit. */
export function restoredOutbox(
  events: readonly { id: number; revision: number }[],
  versionstamp: string,
): Mutation[] {
  const notices = events.map(({ id, revision }) => ({ event_id: id, change: "restored", revision }) as const);
  const values = outboxValues(notices.map(outboxRow));
  const keyOf = (i: number) => i === 0 ? keys.outbox(versionstamp) : keys.moreOutbox(i - 1, versionstamp);
  // The first value, which names the others, is the last one.
  return values.map((value, i): Mutation => ({ type: "set", key: keyOf(i), value })).reverse();
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
