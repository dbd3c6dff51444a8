import { stringify } from "yaml";
import { byText } from "../../domain/shared/text.ts";
import type { Problem } from "./folder.ts";
import { type Change, changedFields, changesOf, changeText } from "./difference.ts";
import { nameText, thingText } from "./names.ts";
import { type Item, type Kind, KINDS, type Noun } from "./noun.ts";
import { NOUNS } from "./nouns.ts";
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
  | { kind: "delete"; noun: Noun; stored: Stored };

export interface Plan {
  steps: Step[];
  /** What is no difference, but worth telling. */
  notes: string[];
  problems: Problem[];
}

export function planOf(
  { wanted, awaitsStreams, held, things, options }: {
    wanted: readonly Wanted[];
    /** Some streams may be those of sources that have not been discovered. */
    awaitsStreams: boolean;
    held: ReadonlySet<Kind>;
    things: StoredThings;
    options: PlanOptions;
  },
): Plan {
  const plan: Plan = { steps: [], notes: [], problems: [] };
  if (awaitsStreams) {
    plan.steps.push(...things.streams.undiscovered.map((source): Step => ({ kind: "discover", source })));
  }
  for (const each of wanted) planThing(each, { things, options, plan });
  for (const kind of KINDS.filter((kind) => held.has(kind) && NOUNS[kind].isOrdered)) {
    planOrder(NOUNS[kind], { wanted, things, options, plan });
  }
  for (const each of wanted) planUpgrade(each, { things, options, plan });
  planDeployments(wanted, plan);
  for (const kind of KINDS.filter((kind) => held.has(kind)).toReversed()) {
    planRest(NOUNS[kind], { wanted, things, options, plan });
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
  { wanted, things, options, plan }: Planning & { wanted: readonly Wanted[] },
): void {
  if (noun.isSingle) return;
  const ids = new Set(wanted.filter((each) => each.noun === noun).map(({ stored }) => stored?.id));
  const rest = things.of(noun.kind).filter(({ id, row }) => !ids.has(id) && noun.isLeftOut?.(row) !== true);
  for (const stored of rest.toReversed()) {
    const kept = noun.kept?.(stored.row), text = thingText(noun, stored.name);
    if (!options.prune) plan.notes.push(`only in Andon: ${text}`);
    else if (kept !== undefined) plan.notes.push(`only in Andon, and kept: ${text}: ${kept}`);
    else plan.steps.push({ kind: "delete", noun, stored });
  }
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
  deploy: "~",
  undeploy: "~",
  reorder: "~",
  delete: "-",
};

/** The difference that a step makes, as lines. */
export function differenceLines(step: Step): string[] {
  return [
    `${MARKS[step.kind]} ${stepText(step)}${hintOf(step)}`,
    ...detailsOf(step).map((line) => `    ${line}`),
  ];
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
      return [...yamlLines(step.wanted), ...secretLines(step.secrets)];
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
    case "delete":
      return [];
  }
}

function yamlLines({ noun, entry }: Wanted): string[] {
  const { [noun.secrets?.field ?? ""]: _, ...item } = entry.item as Item;
  return stringify(item, { lineWidth: 0 }).trimEnd().split("\n");
}

function secretLines(names: readonly string[]): string[] {
  return names.map((name) => `secret ${name}: is sent`);
}
