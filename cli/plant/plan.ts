import { stringify } from "yaml";
import type { BulkItem } from "../../domain/instance/schema.ts";
import { byText } from "../../domain/shared/text.ts";
import type { Problem } from "./folder.ts";
import { isEqual } from "./equal.ts";
import { type Change, changedFields, changesOf, changeText } from "./difference.ts";
import { nameText, thingText } from "./names.ts";
import { type Item, type Kind, KINDS, type Noun } from "./noun.ts";
import { NOUNS } from "./nouns.ts";
import { instanceText, isEmpty, type LookedUp, type LookedUpPatterns, onceText } from "./patterns.ts";
import type { Stored, StoredThings } from "./stored.ts";
import type { SourceName } from "./streams.ts";
import type { Wanted } from "./wanted.ts";

export interface PlanOptions {
  prune: boolean;
  upgrade: boolean;
  /** Sends also the secrets that are stored. */
  secrets: boolean;
}

export interface Update {
  wanted: Wanted;
  stored: Stored;
  changes: Change[];
  fields: Set<string>;
  /** The names of those that are sent. */
  secrets: string[];
}

/** How one thing comes to be as the folder wants it. */
export type Step =
  | { kind: "create"; wanted: Wanted; secrets: string[] }
  | ({ kind: "update" | "redeploy" } & Update)
  /** A template in use gets a new version, which is released. */
  | { kind: "version"; wanted: Wanted; stored: Stored; changes: Change[]; running: number }
  | { kind: "upgrade"; wanted: Wanted; stored: Stored; instances: Stored[] }
  | { kind: "deploy" | "undeploy"; instances: Wanted[] }
  | { kind: "reorder"; noun: Noun; wanted: Wanted[]; others: Stored[]; before: string[]; after: string[] }
  | { kind: "discover"; source: SourceName }
  /** Creates what a pattern finds by then. */
  | { kind: "pattern"; looked: LookedUp }
  | { kind: "delete"; noun: Noun; stored: Stored };

export interface Plan {
  steps: Step[];
  /** What is no difference, but worth telling. */
  notes: string[];
  problems: Problem[];
  /** What patterns find and cannot create. */
  warnings: Problem[];
}

export function planOf(
  { wanted, looked, awaitsStreams, held, things, options }: {
    wanted: readonly Wanted[];
    looked: LookedUpPatterns;
    /** Some streams may be those of sources that have not been discovered. */
    awaitsStreams: boolean;
    held: ReadonlySet<Kind>;
    things: StoredThings;
    options: PlanOptions;
  },
): Plan {
  const plan: Plan = { steps: [], notes: [], problems: [...looked.problems], warnings: [] };
  const { patterns } = looked;
  if (awaitsStreams || looked.awaitsStreams) {
    plan.steps.push(...things.streams.undiscovered.map((source): Step => ({ kind: "discover", source })));
  }
  for (const each of wanted) planThing(each, { things, options, plan });
  for (const each of patterns) planPattern(each, { things, plan });
  for (const kind of KINDS.filter((kind) => held.has(kind) && NOUNS[kind].isOrdered)) {
    planOrder(NOUNS[kind], { wanted, things, options, plan });
  }
  for (const each of wanted) planUpgrade(each, { things, options, plan });
  planDeployments(wanted, plan);
  for (const kind of KINDS.filter((kind) => held.has(kind)).toReversed()) {
    planRest(NOUNS[kind], { wanted, patterns, things, options, plan });
  }
  return plan;
}

interface Planning {
  things: StoredThings;
  options: PlanOptions;
  plan: Plan;
}

function planThing(wanted: Wanted, { things, options, plan }: Planning): void {
  const { noun, item, stored, secrets, entry } = wanted;
  if (noun.creates !== undefined) return;
  if (stored === undefined) {
    plan.steps.push({ kind: "create", wanted, secrets: [...secrets.keys()] });
    return;
  }
  const { is_deployed: _, is_last: _last, ...compared } = item;
  const changes = changesOf(stored.item, compared), fields = changedFields(changes);
  const known = noun.secrets?.stored(stored.row) ?? [];
  const isMoved = noun.secrets?.boundTo.some((field) => fields.has(field)) ?? false;
  const sent = [...secrets.keys()].filter((name) => options.secrets || isMoved || !known.includes(name));
  if (changes.length === 0 && sent.length === 0) return;
  if (noun.kind === "sources" && fields.has("kind")) {
    const message = `${thingText(noun, wanted.name)} is of the kind ${stored.row.kind}, which cannot change`;
    plan.problems.push({ ...entry.place(["kind"]), message });
    return;
  }
  const update = { wanted, stored, changes, fields, secrets: sent };
  if (noun.kind === "templates") planTemplate(update, { things, plan });
  else if (noun.kind === "instances" && stored.row.is_deployed) {
    plan.steps.push({ kind: "redeploy", ...update });
  } else plan.steps.push({ kind: "update", ...update });
}

function planTemplate(
  update: Update,
  { things, plan }: Pick<Planning, "things" | "plan">,
): void {
  const { wanted, stored, changes, fields } = update;
  const running = deployedOf(stored, things).length;
  if (running === 0) {
    plan.steps.push({ kind: "update", ...update });
    return;
  }
  for (const field of NOUNS.templates.apart ?? []) {
    if (!fields.has(field)) continue;
    const message = `${field} cannot change while instances are deployed (${running})`;
    plan.problems.push({ ...wanted.entry.place([field]), message });
  }
  plan.steps.push({ kind: "version", wanted, stored, changes, running });
}

function deployedOf({ id }: Stored, things: StoredThings): Stored[] {
  return things.of("instances").filter(({ row }) => row.template_id === id && row.is_deployed === true);
}

/** Instances that run on another version than the one that the template has then. */
function planUpgrade(wanted: Wanted, { things, options, plan }: Planning): void {
  const { noun, stored } = wanted;
  if (noun.kind !== "templates" || stored === undefined) return;
  const isNew = plan.steps.some((step) => step.kind === "version" && step.stored === stored);
  const instances = deployedOf(stored, things)
    .filter(({ row }) => isNew || row.template_version !== stored.row.version);
  if (instances.length === 0) return;
  if (options.upgrade) plan.steps.push({ kind: "upgrade", wanted, stored, instances });
  else {
    const count = instances.length === 1 ? "1 instance runs" : `${instances.length} instances run`;
    plan.notes.push(`${thingText(noun, wanted.name)}: ${count} on an older version; --upgrade upgrades`);
  }
}

function planDeployments(wanted: readonly Wanted[], { steps }: Plan): void {
  const redeployed = new Set(steps.flatMap((step) => step.kind === "redeploy" ? [step.wanted] : []));
  const deploy: Wanted[] = [], undeploy: Wanted[] = [];
  for (const each of wanted) {
    if (each.noun.kind !== "instances") continue;
    const before = each.stored?.row.is_deployed === true, should = each.item.is_deployed ?? before;
    const is = before && !redeployed.has(each);
    if (is !== should) (should ? deploy : undeploy).push(each);
  }
  if (undeploy.length > 0) steps.push({ kind: "undeploy", instances: undeploy });
  if (deploy.length > 0) steps.push({ kind: "deploy", instances: deploy });
}

function planPattern(looked: LookedUp, { things, plan }: Pick<Planning, "things" | "plan">): void {
  const { pattern: { noun, item, name }, found, awaits } = looked;
  if (awaits.length === 0) plan.warnings.push(...found.warnings);
  if (awaits.length === 0 && isEmpty(found)) plan.notes.push(`${thingText(noun, name)} finds no stream`);
  if (found.items.length + awaits.length > 0) plan.steps.push({ kind: "pattern", looked });
  if (item.is_deployed !== true) return;
  const existing = new Set(found.existing.map(({ instance_id }) => instance_id));
  const never = things.of("instances").filter(({ id, row }) =>
    existing.has(Number(id)) && row.template_version === null
  );
  if (never.length === 0) return;
  plan.notes.push(
    `${thingText(noun, name)}: ${counted(never)} that it finds never ran; deploy in Andon what shall run`,
  );
}

function planOrder(
  noun: Noun,
  { wanted, things, options, plan }: Planning & { wanted: readonly Wanted[] },
): void {
  const own = wanted.filter((each) => each.noun === noun && each.item.is_last !== true);
  const ids = new Set(own.map(({ stored }) => stored?.id));
  const present = things.of(noun.kind).filter(({ row }) => row.is_last !== true);
  const others = options.prune ? [] : present.filter(({ id }) => !ids.has(id));
  // A new one becomes the last of them.
  const created = own.filter(({ stored }) => stored === undefined);
  const before = [...present.filter(({ id }) => ids.has(id)), ...created].map(({ name }) => nameText(name));
  const after = own.map(({ name }) => nameText(name));
  if (before.join("\n") === after.join("\n")) return;
  plan.steps.push({ kind: "reorder", noun, wanted: own, others, before, after });
}

/** What only Andon has. */
function planRest(
  noun: Noun,
  { wanted, patterns, things, options, plan }: Planning & {
    wanted: readonly Wanted[];
    patterns: readonly LookedUp[];
  },
): void {
  if (noun.isSingle) return;
  const own = patterns.filter(({ pattern }) => pattern.noun.creates === noun.kind);
  const ids = new Set([
    ...wanted.filter((each) => each.noun === noun).map(({ stored }) => stored?.id),
    ...own.flatMap(({ found }) => found.existing.map(({ instance_id }) => instance_id)),
  ]);
  const rest = things.of(noun.kind).filter(({ id, row }) => !ids.has(id) && noun.isLeftOut?.(row) !== true);
  for (const stored of rest.toReversed()) {
    const finder = own.find((looked) => looked.isPartial && mayFind(looked, stored));
    const kept = noun.kept?.(stored.row) ?? (finder && findsLater(finder)),
      text = thingText(noun, stored.name);
    if (!options.prune) plan.notes.push(`only in Andon: ${text}`);
    else if (kept !== undefined) plan.notes.push(`only in Andon, and kept: ${text}: ${kept}`);
    else plan.steps.push({ kind: "delete", noun, stored });
  }
}

function mayFind({ pattern }: LookedUp, { item }: Stored): boolean {
  return isEqual(pattern.item.template, item.template);
}

function findsLater(looked: LookedUp): string {
  return `${thingText(looked.pattern.noun, looked.pattern.name)} may find it ${onceText(looked)}`;
}

/** `create template "Utilities/Pump pressure"` */
export function stepText(step: Step): string {
  switch (step.kind) {
    case "reorder":
      return `reorder the ${step.noun.kind.replaceAll("_", " ")}`;
    case "discover":
      return `discover the streams of source "${step.source.name}"`;
    case "delete":
      return `delete ${thingText(step.noun, step.stored.name)}`;
    case "version":
      return `release a version of ${thingText(step.wanted.noun, step.wanted.name)}`;
    case "upgrade":
      return `upgrade ${counted(step.instances)} of ${thingText(step.wanted.noun, step.wanted.name)}`;
    case "deploy":
    case "undeploy":
      return `${step.kind} ${counted(step.instances)}`;
    case "pattern":
      return `create the instances of ${thingText(step.looked.pattern.noun, step.looked.pattern.name)}`;
    case "redeploy":
      return `update ${thingText(step.wanted.noun, step.wanted.name)}`;
    default:
      return `${step.kind} ${thingText(step.wanted.noun, step.wanted.name)}`;
  }
}

function counted({ length }: readonly unknown[]): string {
  return length === 1 ? "1 instance" : `${length} instances`;
}

const MARKS: Readonly<Record<Step["kind"], string>> = {
  create: "+",
  update: "~",
  version: "~",
  redeploy: "~",
  upgrade: "~",
  discover: "~",
  pattern: "+",
  deploy: "~",
  undeploy: "~",
  reorder: "~",
  delete: "-",
};

/** The difference that a step makes, as lines. */
export function differenceLines(step: Step): string[] {
  if (step.kind === "pattern") return patternLines(step.looked);
  return [
    `${MARKS[step.kind]} ${stepText(step)}${hintOf(step)}`,
    ...detailsOf(step).map((line) => `    ${line}`),
  ];
}

function patternLines(looked: LookedUp): string[] {
  const { pattern, found, awaits } = looked;
  const created = found.items.flatMap((item) => [
    `${MARKS.create} create ${instanceText(pattern, item)}`,
    ...foundLines(pattern, item).map((line) => `    ${line}`),
  ]);
  const later = `~ look up ${thingText(pattern.noun, pattern.name)} ${onceText(looked)}`;
  return awaits.length === 0 ? created : [...created, later];
}

function foundLines({ item: { template, is_deployed } }: Wanted, found: BulkItem): string[] {
  const { instance_name, plant_node_floc_id, placeholder_mappings: placeholders } = found;
  const node = plant_node_floc_id === null ? {} : { plant_node_floc_id };
  const deployed = is_deployed === true ? { is_deployed } : {};
  return yamlLines({ template, instance_name, ...node, placeholders, ...deployed });
}

/** What a step does, each thing by its kind: a pattern creates instances, and may have to be looked up again. */
export function workOf(step: Step): Step["kind"][] {
  if (step.kind !== "pattern") return [step.kind];
  const { found, awaits } = step.looked;
  return [...found.items.map(() => "create" as const), ...awaits.length > 0 ? ["pattern" as const] : []];
}

function hintOf(step: Step): string {
  if (step.kind === "redeploy") return " (it is undeployed and deployed again: its active events close)";
  if (step.kind === "undeploy") return " (active events close)";
  if (step.kind !== "version") return "";
  return ` (${step.running === 1 ? "1 instance runs" : `${step.running} instances run`} on it)`;
}

function detailsOf(step: Step): string[] {
  switch (step.kind) {
    case "create":
      return [...yamlLines(withoutSecrets(step.wanted)), ...secretLines(step.secrets)];
    case "update":
    case "redeploy":
      return [...step.changes.map(changeText), ...secretLines(step.secrets)];
    case "version":
      return step.changes.map(changeText);
    case "reorder":
      return step.after.map((name, at) => `${at + 1}. ${name}`);
    case "upgrade":
    case "deploy":
    case "undeploy":
      return step.instances.map(({ name }) => nameText(name)).sort(byText);
    case "discover":
    case "pattern":
    case "delete":
      return [];
  }
}

function withoutSecrets({ noun, entry }: Wanted): Item {
  const { [noun.secrets?.field ?? ""]: _, ...item } = entry.item;
  return item;
}

function yamlLines(item: Item): string[] {
  return stringify(item, { lineWidth: 0 }).trimEnd().split("\n");
}

function secretLines(names: readonly string[]): string[] {
  return names.map((name) => `secret ${name}: is sent`);
}
