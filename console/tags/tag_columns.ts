import type { CsvTable } from "./csv_table.ts";

/** What a column of the file can give. */
export const TAG_FIELDS = [
  "tag",
  "high_high",
  "high",
  "low",
  "low_low",
  "deadband",
  "delay",
  "priority",
  "unit",
  "description",
] as const;
export type TagField = typeof TAG_FIELDS[number];

export const LIMITS = ["high_high", "high", "low", "low_low"] as const;
export type Limit = typeof LIMITS[number];

export const FIELD_LABELS: Readonly<Record<TagField, string>> = {
  tag: "Tag",
  high_high: "High high",
  high: "High",
  low: "Low",
  low_low: "Low low",
  deadband: "Deadband",
  delay: "Delay (s)",
  priority: "Priority",
  unit: "Unit",
  description: "Description",
};

/** Which column gives a field, by its place in the header; absent: none does. */
export type ColumnChoice = Readonly<Partial<Record<TagField, number>>>;

export const PRESETS = ["Any", "PI", "Ignition"] as const;
export type Preset = typeof PRESETS[number];

/**
 * Names of columns, compared without case, blanks and punctuation: of PI Builder with the limit traits of AF attributes,
 * of Ignition's tag export, and those that control systems use. Those of a preset go before.
 */
const NAMES: Readonly<Record<Preset, Partial<Record<TagField, readonly string[]>>>> = {
  Any: {
    tag: ["tag", "tagname", "name", "point", "stream", "path", "item", "signal"],
    high_high: ["highhigh", "hihi", "hh", "limithihi", "highhighlimit", "hihilimit", "alarmhh", "hhlimit"],
    high: ["high", "hi", "h", "limithi", "highlimit", "hilimit", "alarmh", "hlimit"],
    low: ["low", "lo", "l", "limitlo", "lowlimit", "lolimit", "alarml", "llimit"],
    low_low: ["lowlow", "lolo", "ll", "limitlolo", "lowlowlimit", "lololimit", "alarmll", "lllimit"],
    deadband: ["deadband", "hysteresis", "db", "alarmdeadband"],
    delay: ["delay", "ondelay", "delays", "delayseconds", "activedelay", "timedelay"],
    priority: ["priority", "severity", "prio", "alarmpriority"],
    unit: ["unit", "units", "uom", "engunits", "engunit", "engineeringunits", "eu"],
    description: ["description", "desc", "descriptor", "documentation", "comment", "tooltip"],
  },
  PI: {
    tag: ["pointname", "tag", "datareference", "configstring", "name"],
    high_high: ["limithihi"],
    high: ["limithi"],
    low: ["limitlo"],
    low_low: ["limitlolo"],
    unit: ["engunits", "defaultuom"],
    description: ["descriptor"],
  },
  Ignition: {
    tag: ["fullpath", "tagpath", "path", "opcitempath", "name"],
    high_high: ["hihisetpoint", "highhighsetpoint"],
    high: ["hisetpoint", "highsetpoint"],
    low: ["losetpoint", "lowsetpoint"],
    low_low: ["lolosetpoint", "lowlowsetpoint"],
    delay: ["timeondelayseconds", "activedelay"],
    unit: ["engunit", "engineeringunit"],
    description: ["documentation", "tooltip"],
  },
};

/** The columns of a header that are known by their names. */
export function knownColumns({ header }: Pick<CsvTable, "header">, preset: Preset): ColumnChoice {
  const named = header.map(comparable);
  const choice: Partial<Record<TagField, number>> = {};
  for (const field of TAG_FIELDS) {
    const names = [...NAMES[preset][field] ?? [], ...NAMES.Any[field] ?? []];
    const at = names.map((name) => named.indexOf(name)).find((index) => index >= 0);
    if (at !== undefined) choice[field] = at;
  }
  return choice;
}

/** The columns with content that no field takes. */
export function unusedColumns({ header, rows }: CsvTable, choice: ColumnChoice): string[] {
  const used = new Set(Object.values(choice));
  return header.filter((name, at) =>
    name !== "" && !used.has(at) && rows.some(({ cells }) => (cells[at] ?? "").trim() !== "")
  );
}

function comparable(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}
