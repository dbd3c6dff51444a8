import type { FormField } from "../../../domain/shared/form_field.ts";
import type { Schemas } from "../../api/client.ts";
import { type KindFields, linesOf, newRow, rowsOf } from "../../parts/form/kind_values.ts";

export type BrowseNode = Schemas["BrowseNode"];
export type BrowsePick = BrowseNode["picks"][number];
type Row = Readonly<Record<string, unknown>>;

type PickedField = FormField & { input: "picks" | "rows" };

/** The list of the settings that nodes are chosen into; undefined: the kind has none. */
export function pickedField(fields: KindFields): [name: string, field: PickedField] | undefined {
  return Object.entries(fields).find((entry): entry is [string, PickedField] =>
    entry[1].input === "picks" || (entry[1].input === "rows" && entry[1].isPicked === true)
  );
}

/** A node at its place in the tree. */
export interface PlacedNode {
  node: BrowseNode;
  /** The ids of the nodes above it, from the root. */
  above: readonly string[];
}

/** A way to choose a node. */
export interface NodeChoice {
  label: string;
  isChosen: boolean;
  /** It is chosen with all below a node above it, and not changed by itself. */
  isWithAbove: boolean;
  /** The value of the field after it is chosen, or is not any more. */
  toggled(): unknown;
}

/** The ways to choose a node into a field with this value, the usual one first. */
export function choicesOf(placed: PlacedNode, field: PickedField, value: unknown): NodeChoice[] {
  if (field.input === "picks") return idChoices(placed, field, linesOf(value));
  const rows = rowsOf(value), blank = newRow(field.fields);
  return placed.node.picks.map((pick, at) => {
    const isChosen = isPicked(rows, pick);
    const toggled = () =>
      isChosen ? withoutPick(rows, pick, { blank, isFirst: at === 0 }) : withPick(rows, pick, blank);
    return { label: pick.label, isChosen, isWithAbove: false, toggled };
  });
}

export function chosenCount(field: PickedField, value: unknown): number {
  return field.input === "picks" ? linesOf(value).length : rowsOf(value).length;
}

function idChoices(
  { node: { id, stream, has_children }, above }: PlacedNode,
  { below }: FormField & { input: "picks" },
  lines: readonly string[],
): NodeChoice[] {
  const isWithAbove = below !== undefined && above.some((one) => lines.includes(one + below));
  const choice = (label: string, line: string): NodeChoice => {
    const isChosen = lines.includes(line);
    const toggled = () => (isChosen ? lines.filter((one) => one !== line) : [...lines, line]).join("\n");
    return { label, isChosen: isChosen || isWithAbove, isWithAbove, toggled };
  };
  return [
    ...stream !== null ? [choice("Read", id)] : [],
    ...has_children && below !== undefined ? [choice("All below it", id + below)] : [],
  ];
}

/** Whether an item of the settings' list is what a pick makes. */
export function isPicked(rows: readonly Row[], { values }: BrowsePick): boolean {
  const names = Object.keys(values);
  return rows.some((row) => isAlike(row, { values, names }));
}

/** The items with a pick, see `BrowsePick`. `blank`: a new item. */
export function withPick(rows: readonly Row[], { by, values }: BrowsePick, blank: Row): readonly Row[] {
  const fits = (row: Row) => isAlike(row, { values, names: by });
  if (!rows.some(fits)) return [...rows, { ...blank, ...values }];
  return rows.map((row) => fits(row) ? { ...row, ...values } : row);
}

/** The items without a pick: the first of a node made its item, further ones only set values in it. */
export function withoutPick(
  rows: readonly Row[],
  { by, values }: BrowsePick,
  { blank, isFirst }: { blank: Row; isFirst: boolean },
): readonly Row[] {
  const names = Object.keys(values);
  const fits = (row: Row) => isAlike(row, { values, names });
  if (isFirst) return rows.filter((row) => !fits(row));
  const cleared = Object.fromEntries(
    names.filter((name) => !by.includes(name)).map((name) => [name, blank[name]]),
  );
  return rows.map((row) => fits(row) ? { ...row, ...cleared } : row);
}

function isAlike(row: Row, { values, names }: { values: Row; names: readonly string[] }): boolean {
  return names.every((name) => row[name] === values[name]);
}
