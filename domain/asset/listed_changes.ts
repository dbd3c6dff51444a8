import { sameData } from "../shared/same_data.ts";
import type { RecordChange } from "./record_change.ts";
import type { StreamRecord } from "./types.ts";
import { unitText } from "./units.ts";

export const CHANGE_KINDS = ["added", "gone", "back", "renamed", "type_changed", "unit_changed"] as const;
export type ChangeKind = typeof CHANGE_KINDS[number];

export const CHANGE_COUNTS = [
  "added",
  "removed",
  "changed",
  "renamed",
  "type_changed",
  "unit_changed",
] as const;

/** How many streams came, went and changed. `changed` counts a stream once, whatever of it changed. */
export type ChangeCounts = Record<typeof CHANGE_COUNTS[number], number>;

/** What a discovery changed. */
export interface DiscoveryResult extends ChangeCounts {
  /** Instances bound to a stream that is missing, has changed its meaning or is another plant's. */
  broken_instances: number[];
  streams: RecordChange<StreamRecord>[];
}

/** The last discovery: when, of which plant (see `plantText`), and what it changed. */
export interface LastDiscoveryRecord extends ChangeCounts {
  v: 1;
  /** Absent: `default`. */
  source_id?: number;
  at: string;
  plant: string;
}

/** One change of a stream, for people. */
export interface ListedChange {
  kind: ChangeKind;
  /** Ours. */
  stream: number;
  stream_id: string;
  stream_name: string;
  before: string | null;
  after: string | null;
}

export function countsOf(changes: readonly RecordChange<StreamRecord>[]): ChangeCounts {
  const added = changes.filter(({ before }) => before === undefined).length;
  const removed = changes.filter(({ before, after }) => before !== undefined && !after.is_active).length;
  const listed = changes.flatMap(listedChanges);
  const count = (counted: ChangeKind) => listed.filter(({ kind }) => kind === counted).length;
  return {
    added,
    removed,
    changed: changes.filter(isChanged).length - added - removed,
    renamed: count("renamed"),
    type_changed: count("type_changed"),
    unit_changed: count("unit_changed"),
  };
}

/** The first discovery of a plant stamps it on streams that were stored without. */
function isChanged({ before, after }: RecordChange<StreamRecord>): boolean {
  return before === undefined || !sameData({ ...before, plant: after.plant }, { plant: undefined, ...after });
}

/** What a change of a record means to people; nothing where only its address changed. */
export function listedChanges({ before, after }: RecordChange<StreamRecord>): ListedChange[] {
  const { id: stream, stream_id, stream_name } = after;
  const listed = (kind: ChangeKind, was: string | null, is: string | null): ListedChange => ({
    kind,
    stream,
    stream_id,
    stream_name,
    before: was,
    after: is,
  });
  if (before === undefined) return [listed("added", null, after.data_type)];
  if (after.gone?.reason === "changed" && before.gone === undefined) {
    return [listed("type_changed", before.data_type, null)];
  }
  if (!after.is_active) return before.is_active ? [listed("gone", null, null)] : [];
  const changes = before.is_active ? [] : [listed("back", null, null)];
  if (before.stream_name !== stream_name) changes.push(listed("renamed", before.stream_name, stream_name));
  if (before.uom !== after.uom) {
    changes.push(listed("unit_changed", unitText(before.uom), unitText(after.uom)));
  }
  return changes;
}
