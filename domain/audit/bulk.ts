import type { Ms } from "../shared/time.ts";
import { auditKind } from "./kind.ts";
import type { AuditRecord } from "./types.ts";

/** Entries of one person that follow each other within this time are one bulk. */
const GAP_MS: Ms = 10_000;
/** A bulk has at least so many resources. */
const FEWEST = 3;

/** What is no change of one resource among others. */
const APART: ReadonlySet<string> = new Set(["session", "refusal", "secrets", "store"]);

/** One line of the log: an entry, or several of a bulk action under the newest of them. */
export interface AuditLine {
  entry: AuditRecord;
  /** Absent: the line is the entry alone. */
  bulk?: {
    /** The resources; each may have several entries. */
    resources: number;
    entries: number;
    /** The times of the oldest and the newest entry. */
    from: string;
    until: string;
    /** What was said with all of them; null: nothing, or several things. */
    comment: string | null;
  };
}

interface Run {
  /** Newest first. */
  entries: AuditRecord[];
  ids: Set<string>;
  comment: string | null;
}

/**
 * Folds what one person did to many resources in one go, whatever others did meanwhile: the same action, and on events the
 * notes that came with it. Takes entries newest first; so are the lines.
 */
export class BulkFolding {
  readonly #entries: AuditRecord[] = [];
  readonly #runs: Run[] = [];
  readonly #open = new Map<string, Run>();

  add(entry: AuditRecord): void {
    this.#entries.push(entry);
    if (APART.has(entry.resource_type) || auditKind(entry) !== "people") return;
    const note = noteOf(entry) ?? null, key = keyOf(entry, note);
    let run = this.#open.get(key);
    if (run === undefined || msOf(run.entries.at(-1)!) - msOf(entry) > GAP_MS) {
      run = { entries: [], ids: new Set(), comment: note };
      this.#open.set(key, run);
      this.#runs.push(run);
    }
    run.entries.push(entry);
    run.ids.add(entry.resource_id);
  }

  lines(): AuditLine[] {
    const runOf = new Map<AuditRecord, Run>();
    for (const run of withNotes(this.#runs.filter(({ ids }) => ids.size >= FEWEST))) {
      for (const entry of run.entries) runOf.set(entry, run);
    }
    const folded = new Set<Run>();
    return this.#entries.flatMap((entry): AuditLine[] => {
      const run = runOf.get(entry);
      if (run === undefined) return [{ entry }];
      if (folded.has(run)) return [];
      folded.add(run);
      return [lineOf(run)];
    });
  }
}

function lineOf({ entries, ids, comment }: Run): AuditLine {
  // The note of an event is one step of what was done to it.
  const entry = entries.find((one) => noteOf(one) === undefined) ?? entries[0]!;
  const from = entries.at(-1)!.at, until = entries[0]!.at;
  return { entry, bulk: { resources: ids.size, entries: entries.length, from, until, comment } };
}

/** Joins a run of notes with the run of what was done to the same events at the same time. */
function withNotes(runs: readonly Run[]): Run[] {
  const isNotes = ({ entries: [first] }: Run) => noteOf(first!) !== undefined;
  const joined = new Map(runs.filter((run) => !isNotes(run)).map((run) => [run, run]));
  const acts = Map.groupBy(joined.keys(), (run) => slotKey(run, 0));
  const left: Run[] = [];
  for (const notes of runs.filter(isNotes)) {
    const near = [-1, 0, 1].flatMap((slots) => acts.get(slotKey(notes, slots)) ?? []);
    const act = near.find((run) => joined.get(run) === run && areOfSame(run, notes));
    if (act === undefined) left.push(notes);
    else {
      const entries = [...act.entries, ...notes.entries].sort((a, b) => a.id < b.id ? 1 : -1);
      joined.set(act, { entries, ids: act.ids.union(notes.ids), comment: notes.comment });
    }
  }
  return [...joined.values(), ...left];
}

/** What needs no acknowledgement any more gets the note too; and what has it already gets none. */
function areOfSame({ ids }: Run, notes: Run): boolean {
  return notes.ids.isSubsetOf(ids) || ids.isSubsetOf(notes.ids);
}

/** Runs of one person that end at about the same time have slots side by side. */
function slotKey({ entries: [newest] }: Run, slots: number): string {
  return `${actorKey(newest!)} ${Math.floor(msOf(newest!) / GAP_MS) + slots}`;
}

function keyOf(entry: AuditRecord, note: string | null): string {
  return [actorKey(entry), entry.resource_type, entry.action, note].join("\n");
}

function actorKey({ who, address = "", desk = "", desk_id = 0 }: AuditRecord): string {
  return [who, address, desk, desk_id].join("\n");
}

/** The new note of an event, if that is what the entry changed. */
function noteOf({ resource_type, action, before, after }: AuditRecord): string | undefined {
  if (resource_type !== "rule_event" || (action !== "updated" && action !== "commented")) return undefined;
  const note = fieldOf(after, "note");
  return typeof note === "string" && note !== fieldOf(before, "note") ? note : undefined;
}

function fieldOf(value: unknown, name: "note"): unknown {
  return typeof value === "object" && value !== null && name in value ? value[name] : undefined;
}

function msOf({ at }: AuditRecord): Ms {
  return Date.parse(at);
}
