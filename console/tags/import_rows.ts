import type { Schemas } from "../api/client.ts";
import {
  limitChanges,
  type PackageDocument,
  type PlannedTag,
  templateOf,
  TEMPLATES,
} from "./limits_package.ts";
import type { RefusedRow, TagLimits } from "./tag_limits.ts";

type ImportItem = Schemas["ImportResult"]["items"][number];
type DocumentInstance = NonNullable<PackageDocument["instances"]>[number];

export const ROW_STATES = ["new", "changed", "same", "refused"] as const;
export type RowState = typeof ROW_STATES[number];

/** What becomes, or became, of a row of the file. */
export interface ImportRow {
  row: number;
  tag: string;
  stream: string | null;
  state: RowState;
  /** The differences, or why it is not carried over. */
  text: string;
}

/** What is known of a tag's stream. */
export interface TagStream {
  stream_name: string;
  uom: string | null;
  plant_node_floc_id: string | null;
}

/** Plans the rows whose tags have a stream, at most one a stream; a text is why a tag has none. */
export function plannedTags(
  read: readonly TagLimits[],
  { streamOf, stored }: { streamOf(tag: string): TagStream | string; stored: PackageDocument | undefined },
): { planned: PlannedTag[]; refused: RefusedRow[] } {
  const planned: PlannedTag[] = [], refused: RefusedRow[] = [];
  const before = new Map(stored?.instances?.map((one) => [keyOf(one), one]));
  const rowOf = new Map<string, number>();
  for (const tag of read) {
    const stream = streamOf(tag.tag);
    const problem = typeof stream === "string" ? stream : problemOf(tag, { stream, before, rowOf });
    if (problem !== undefined || typeof stream === "string") {
      refused.push({ row: tag.row, tag: tag.tag, problem: problem ?? "" });
      continue;
    }
    const { stream_name } = stream;
    rowOf.set(stream_name, tag.row);
    const known = before.get(keyOf({ template: templateOf(tag.severity), instance_name: stream_name }));
    const plant_node_floc_id = known === undefined ? stream.plant_node_floc_id : known.plant_node_floc_id;
    planned.push({ ...tag, stream_name, plant_node_floc_id });
  }
  return { planned, refused };
}

function problemOf(
  { unit, severity }: TagLimits,
  { stream: { stream_name, uom }, before, rowOf }: {
    stream: TagStream;
    before: ReadonlyMap<string, DocumentInstance>;
    rowOf: ReadonlyMap<string, number>;
  },
): string | undefined {
  const row = rowOf.get(stream_name);
  if (row !== undefined) return `Tag: means the same stream as row ${row}`;
  if (unit !== null && uom !== null && uom !== "" && unit.toLowerCase() !== uom.toLowerCase()) {
    return `Unit: is ${unit}, but the stream's is ${uom}; limits are not converted`;
  }
  const other = TEMPLATES.find((template) =>
    template !== templateOf(severity) && before.has(keyOf({ template, instance_name: stream_name }))
  );
  return other === undefined
    ? undefined
    : `Priority: the stream is imported already with another one, in “${other}”; delete that instance first`;
}

interface Compared {
  planned: readonly PlannedTag[];
  refused: readonly RefusedRow[];
  document: PackageDocument;
  /** The package before the import. */
  stored: PackageDocument | undefined;
  items: readonly ImportItem[];
}

/** All rows in the order of the file. */
export function importRows({ planned, refused, document, stored, items }: Compared): ImportRow[] {
  const results = new Map(
    items.flatMap((item) =>
      item.type === "instance"
        ? [[keyOf({ template: item.template ?? "", instance_name: item.name }), item]]
        : []
    ),
  );
  const before = new Map(stored?.instances?.map((one) => [keyOf(one), one]));
  const templateProblems = new Map(
    items.flatMap(({ type, name, status, problems }) =>
      type === "template" && status === "refused" ? [[name, problems[0]?.message ?? "refused"]] : []
    ),
  );
  const rows = planned.map((tag, at): ImportRow => {
    const instance = document.instances![at]!, key = keyOf(instance), item = results.get(key);
    const changes = () => {
      const known = before.get(key);
      return known === undefined ? "" : limitChanges(known, instance).join(", ");
    };
    const refusal = templateProblems.get(instance.template) ?? item?.problems[0]?.message ??
      "rejected by the server";
    const state = item === undefined ? "refused" : STATES[item.status];
    const texts: Record<RowState, () => string> = {
      new: () => limitsText(tag),
      changed: changes,
      same: () => limitsText(tag),
      refused: () => [refusal, changes()].filter(Boolean).join(" — "),
    };
    return { row: tag.row, tag: tag.tag, stream: tag.stream_name, state, text: texts[state]() };
  });
  const left = refused.map(({ row, tag, problem }): ImportRow => (
    { row, tag, stream: null, state: "refused", text: problem }
  ));
  return [...rows, ...left].sort((a, b) => a.row - b.row);
}

const STATES: Readonly<Record<ImportItem["status"], RowState>> = {
  would_create: "new",
  created: "new",
  would_update: "changed",
  updated: "changed",
  unchanged: "same",
  refused: "refused",
};

function limitsText({ limits: { high_high, high, low, low_low }, deadband, delay }: TagLimits): string {
  const parts: [string, number | null | undefined][] = [
    ["HH", high_high],
    ["H", high],
    ["L", low],
    ["LL", low_low],
    ["deadband", deadband],
    ["delay", delay],
  ];
  return parts.flatMap(([name, value]) => value === undefined || value === null ? [] : [`${name} ${value}`])
    .join(", ");
}

function keyOf({ template, instance_name }: Pick<DocumentInstance, "template" | "instance_name">): string {
  return JSON.stringify([template, instance_name]);
}
