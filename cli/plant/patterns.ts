import type { BulkItem } from "../../domain/instance/schema.ts";
import { type Api, ApiFailure } from "./api.ts";
import { changesOf } from "./difference.ts";
import { isEqual } from "./equal.ts";
import type { Problem } from "./folder.ts";
import { type Names, nameText, thingText } from "./names.ts";
import type { Item, Name } from "./noun.ts";
import { NOUNS } from "./nouns.ts";
import type { StoredThings } from "./stored.ts";
import { bodyOf, fieldPath, type Wanted } from "./wanted.ts";

/** The instances that a pattern finds, without those that it leaves to others. */
export interface Found {
  /** What it would create. */
  items: BulkItem[];
  existing: BulkItem[];
  /** Those that it leaves out. */
  left: BulkItem[];
  /** What it cannot create, and why. */
  warnings: Problem[];
}

/** A pattern of the folder with what it finds before anything is written. */
export interface LookedUp {
  pattern: Wanted;
  found: Found;
  /** What Andon gets before the pattern is looked up again, as texts. */
  awaits: string[];
  /** It may find other instances then. */
  isPartial: boolean;
  /** The names of instances that the folder or another pattern has. */
  leftOut: Set<string>;
}

export interface LookedUpPatterns {
  patterns: LookedUp[];
  problems: Problem[];
  /** A pattern that finds nothing may find streams of sources that have not been discovered. */
  awaitsStreams: boolean;
}

const nothing = (): Found => ({ items: [], existing: [], left: [], warnings: [] });

/** Asks Andon what each pattern of the folder finds. Nothing is written. */
export async function lookUpPatterns(
  wanted: readonly Wanted[],
  { api, things }: { api: Api; things: StoredThings },
): Promise<LookedUpPatterns> {
  const result: LookedUpPatterns = { patterns: [], problems: [], awaitsStreams: false };
  const { names, streams: { undiscovered } } = things, taken = new Map<string, Taken>();
  for (const pattern of wanted.filter(({ noun }) => noun.creates !== undefined)) {
    const { template, sources } = awaitedBy(pattern, { wanted, names });
    const leftOut = namedInFolder(pattern, wanted), awaits = [...template, ...sources];
    const answer = things.find("templates", pattern.item.template as Name) === undefined
      ? nothing()
      : await asked(pattern, { api, names, leftOut });
    const found = "issues" in answer ? nothing() : answer;
    if (awaits.length === 0 && isEmpty(found) && undiscovered.length > 0) {
      awaits.push(...undiscovered.map(({ name }) => streamsText(name)));
      result.awaitsStreams = true;
    }
    if ("issues" in answer && awaits.length === 0) result.problems.push(...answer.issues);
    const isPartial = awaits.length > template.length || "issues" in answer;
    const looked = { pattern, found, awaits, isPartial, leftOut };
    leaveToOthers(looked, taken);
    result.patterns.push(looked);
  }
  return result;
}

/** Whether no stream matches. */
export function isEmpty({ items, existing, left, warnings }: Found): boolean {
  return items.length + existing.length + left.length + warnings.length === 0;
}

/** What a pattern finds now. `body`: that of the pattern, with the ids that things have. */
export async function findInstances(
  pattern: Wanted,
  { api, names, leftOut, body }: { api: Api; names: Names; leftOut: ReadonlySet<string>; body: Item },
): Promise<Found> {
  const all = await bulkItems(pattern, { api, body: { ...body, dry_run: true } });
  const [left, own] = parted(all, ({ instance_name }) => leftOut.has(instance_name));
  const [existing, others] = parted(own, ({ status }) => status === "exists");
  const [items, not] = parted(others, (item) => item.status === "would_create" || awaitsNode(item, names));
  const { noun, entry } = pattern;
  const warnings = not.flatMap((item) =>
    (item.problems ?? []).map(({ path, message }) => ({
      ...entry.place(fieldPath(noun, path)),
      message: `${instanceText(pattern, item)} is not created: ${message}`,
    }))
  );
  return { items, existing, left, warnings };
}

/** Asks for the instances of a pattern, or creates them. */
export async function bulkItems(
  { noun: { path, apart = [] } }: Wanted,
  { api, body }: { api: Api; body: Item },
): Promise<BulkItem[]> {
  const own = Object.fromEntries(Object.entries(body).filter(([field]) => !apart.includes(field)));
  const { data } = await api.send("POST", path, own);
  return (data as { items: BulkItem[] }).items;
}

/** `instance "Utilities/Pump pressure/Pump 1"` */
export function instanceText({ item: { template } }: Wanted, { instance_name }: BulkItem): string {
  return thingText(NOUNS.instances, { template, instance_name });
}

/** `once Andon has the new template "Utilities/Pump pressure"` */
export function onceText({ awaits }: Pick<LookedUp, "awaits">): string {
  return `once Andon has ${awaits.join(" and ")}`;
}

/** What Andon finds, or what it says is wrong with the pattern. */
async function asked(
  pattern: Wanted,
  context: { api: Api; names: Names; leftOut: ReadonlySet<string> },
): Promise<Found | { issues: Problem[] }> {
  try {
    return await findInstances(pattern, { ...context, body: bodyOf(pattern, context.names, []) });
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.issues.length === 0) throw error;
    const { noun, entry } = pattern;
    const issues = error.issues.map(({ path, message }) => ({
      ...entry.place(fieldPath(noun, path)),
      message,
    }));
    return { issues };
  }
}

/** What the same apply writes first, as far as it changes what the pattern finds. */
function awaitedBy(
  { item: { template } }: Wanted,
  { wanted, names }: { wanted: readonly Wanted[]; names: Names },
): { template: string[]; sources: string[] } {
  const id = names.idOf("templates", template as Name);
  const changed = wanted.filter(({ stored, item }) =>
    stored === undefined || changesOf(stored.item, item).length > 0
  );
  return {
    template: changed.filter(({ noun, name }) =>
      noun.kind === "templates" && names.idOf("templates", name) === id
    )
      .map(({ noun, name }) => `the new ${thingText(noun, name)}`),
    sources: changed.filter(({ noun, item }) => noun.kind === "sources" && item.is_active !== false)
      .map(({ name }) => streamsText(nameText(name))),
  };
}

function streamsText(source: string): string {
  return `the streams of source "${source}"`;
}

/** The names of the template's instances that the folder has. */
function namedInFolder({ item: { template } }: Wanted, wanted: readonly Wanted[]): Set<string> {
  const own = wanted.filter(({ noun, item }) =>
    noun.kind === "instances" && isEqual(item.template, template)
  );
  return new Set(own.map(({ item }) => String(item.instance_name)));
}

interface Taken {
  pattern: Wanted;
  item: BulkItem;
}

/** Leaves out what a pattern before finds, and tells of instances that the two bind to other streams. */
function leaveToOthers({ pattern, found, leftOut }: LookedUp, taken: Map<string, Taken>): void {
  for (const item of [...found.items, ...found.existing]) {
    const text = instanceText(pattern, item), other = taken.get(text);
    if (other === undefined) {
      taken.set(text, { pattern, item });
      continue;
    }
    leftOut.add(item.instance_name);
    found.left.push(item);
    if (isEqual(other.item.placeholder_mappings, item.placeholder_mappings)) continue;
    const { file, line } = other.pattern.entry.place([]);
    const message = `${text} is found by the pattern in ${file}:${line} too, on other streams`;
    found.warnings.push({ ...pattern.entry.place(["instance_name"]), message });
  }
  found.items = found.items.filter(({ instance_name }) => !leftOut.has(instance_name));
}

/** Only its plant node is missing, which the same apply creates. */
function awaitsNode({ plant_node_floc_id: node, problems = [] }: BulkItem, names: Names): boolean {
  return node !== null && names.isPlanned("plant_nodes", node) &&
    problems.every(({ path }) => path === "plant_node_floc_id");
}

function parted<T>(all: readonly T[], isFirst: (each: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((each) => !isFirst(each))];
}
