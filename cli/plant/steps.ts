import { MOST_AT_ONCE } from "../../domain/instance/bulk.ts";
import { type Api, ApiFailure } from "./api.ts";
import { isEqual } from "./equal.ts";
import { type Names, nameText, thingText } from "./names.ts";
import type { Item, Name, Noun } from "./noun.ts";
import type { Problem } from "./folder.ts";
import { bulkItems, findInstances, type LookedUp } from "./patterns.ts";
import type { Step, Update } from "./plan.ts";
import { isItem } from "./references.ts";
import { secretField } from "./secrets.ts";
import type { SourceName } from "./streams.ts";
import { bodyOf, type Wanted } from "./wanted.ts";

/** The values of the secrets that are sent, by their names. */
export type SecretValues = ReadonlyMap<Wanted, ReadonlyMap<string, string>>;

export interface Carrying {
  api: Api;
  names: Names;
  secrets: SecretValues;
  warn: (line: string) => void;
  /** Told of what a pattern cannot create. */
  tell: (problems: readonly Problem[]) => void;
}

/** A step that cannot be made because another one was not. */
export class NotPossible extends Error {
  override readonly name = "NotPossible";
}

/**
 * Makes the requests of a step; a text says what came of it where that was not known before. Throws ApiFailure, or
 * NotPossible before the first of them.
 */
export async function carryOut(step: Step, carrying: Carrying): Promise<string | void> {
  const { api, names } = carrying;
  switch (step.kind) {
    case "create":
      return await create(step.wanted, step.secrets, carrying);
    case "update":
      return await update(step, carrying);
    case "redeploy":
      await commandAll(api, "undeploy", [step.stored.id]);
      return await update(step, carrying);
    case "version":
      return await release(step, carrying);
    case "upgrade":
      return await upgrade(step, api);
    case "deploy":
    case "undeploy":
      return await deploy(step, carrying);
    case "discover":
      return await discover(step.source, carrying);
    case "pattern":
      return await createFound(step.looked, carrying);
    case "reorder": {
      const own = step.wanted.map((wanted) => existing(wanted, names));
      const policy_ids = [...own, ...step.others.map(({ id }) => id)];
      await api.send("PUT", `${step.noun.path}/order`, { policy_ids });
      return;
    }
    case "delete":
      if (step.noun.kind === "instances" && step.stored.row.is_deployed === true) {
        await commandAll(api, "undeploy", [step.stored.id]);
      }
      await api.send("DELETE", onePath(step.noun, step.stored.id));
  }
}

async function create(wanted: Wanted, sent: readonly string[], carrying: Carrying): Promise<void> {
  const { api, names, secrets } = carrying;
  const { noun, name } = wanted, body = present(wanted, names), { apart = [] } = noun;
  const own = { ...without(apart, body), ...secretsFor(wanted, sent, secrets) };
  const answer = await api.send("POST", noun.path, own);
  const made = isItem(answer.data) ? answer.data : answer.template;
  const id = isItem(made) ? made[noun.id] : undefined;
  if (typeof id !== "string" && typeof id !== "number") {
    throw new ApiFailure(`POST ${noun.path}: an answer without an id`);
  }
  names.created(noun.kind, name, id);
  if (noun.kind === "sources" && wanted.item.is_active !== false) {
    await discover({ id: Number(id), name: nameText(name) }, carrying);
  }
  if (noun.kind !== "templates") return;
  const switched = Object.fromEntries(
    apart.filter((field) => body[field] === false).map((field) => [field, false]),
  );
  if (Object.keys(switched).length > 0) await api.send("PUT", onePath(noun, id), switched);
}

/** Reads the streams of a source, which instances then name. Where nothing answers, discovery goes on by itself. */
async function discover({ id, name }: SourceName, { api, warn }: Carrying): Promise<void> {
  try {
    await api.send("POST", `/api/discover-assets?source_id=${id}`);
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.isFinal) throw error;
    warn(`source "${name}": its streams cannot be read yet: ${error.message}`);
  }
}

async function update(
  { wanted, stored, fields, secrets: sent }: Update,
  carrying: Carrying,
): Promise<void> {
  const { api, names, secrets } = carrying;
  const { noun } = wanted, whole = present(wanted, names);
  const isOwn = (field: string) => noun.kind === "templates" || !noun.apart?.includes(field);
  const bodyField = new Map(noun.references.map(({ at, as }) => [as, at.split(".")[0]!]));
  const named = new Set([...fields].map((field) => field in whole ? field : bodyField.get(field) ?? field));
  const body = Object.fromEntries(
    Object.entries(whole).filter(([field]) => named.has(field) && isOwn(field)),
  );
  const path = noun.isSingle ? noun.path : onePath(noun, stored.id);
  await api.send("PUT", path, { ...body, ...secretsFor(wanted, sent, secrets) });
  if (noun.kind === "sources" && fields.has("config") && wanted.item.is_active !== false) {
    await discover({ id: Number(stored.id), name: nameText(stored.name) }, carrying);
  }
}

/** Releases a new version, or the draft that an attempt before has left. */
async function release(
  { wanted, stored }: Extract<Step, { kind: "version" }>,
  { api, names }: Carrying,
): Promise<void> {
  const { noun } = wanted, path = `${onePath(noun, stored.id)}/versions`;
  const content = without(["package_id", ...noun.apart ?? []], present(wanted, names));
  const versions = await api.list(path);
  const isSame = (version: Item) =>
    Object.entries(content).every(([name, value]) => isEqual(version[name], value));
  const draft = versions.find((version) => version.status === "draft" && isSame(version)) ??
    (await api.send("POST", path, content)).data as Item;
  await api.send("POST", `${path}/${draft.version}/release`);
}

async function upgrade(
  { stored, instances }: Extract<Step, { kind: "upgrade" }>,
  api: Api,
): Promise<void> {
  const path = `/api/templates/${stored.id}`;
  const { data } = await api.send("GET", path);
  const ids = instances.map(({ id }) => id), { version } = data as Item;
  for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
    const instance_ids = ids.slice(at, at + MOST_AT_ONCE);
    refuseFailed(await api.send("POST", `${path}/versions/${version}/upgrade`, { instance_ids }));
  }
}

/** Creates the instances that a pattern finds by now, and deploys them if it says so. */
async function createFound(
  { pattern, found, awaits, leftOut }: LookedUp,
  { api, names, tell }: Carrying,
): Promise<string> {
  const body = present(pattern, names);
  const now = awaits.length === 0 ? found : await findInstances(pattern, { api, names, leftOut, body });
  if (awaits.length > 0) tell(now.warnings);
  const left = now.left.filter(({ status }) => status !== "exists");
  const exclude = [...body.exclude as string[], ...left.map(({ instance_name }) => instance_name)];
  const answered = now.items.length === 0
    ? []
    : await bulkItems(pattern, { api, body: { ...body, exclude } });
  const created = answered.flatMap(({ status, instance_id }) => status === "created" ? [instance_id!] : []);
  if (pattern.item.is_deployed === true && created.length > 0) await deployCreated(api, created);
  const planned = new Set(now.items.map(({ instance_name }) => instance_name));
  refuse(
    answered.filter(({ instance_name, status }) =>
      planned.has(instance_name) && status !== "created" && status !== "exists"
    ),
    answered.length,
  );
  return `${created.length} created`;
}

async function deployCreated(api: Api, ids: readonly number[]): Promise<void> {
  try {
    await commandAll(api, "deploy", ids);
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    throw new ApiFailure(`${ids.length} created, but not all are deployed: ${error.message}`, error.answer);
  }
}

/** Those that exist; NotPossible if there are others. */
async function deploy(
  { kind, instances }: Extract<Step, { kind: "deploy" | "undeploy" }>,
  { api, names }: Carrying,
): Promise<void> {
  const created = instances.filter(({ noun, name }) => isCreated(names, noun, name));
  const ids = created.map((wanted) => existing(wanted, names));
  for (let at = 0; at < ids.length; at += MOST_AT_ONCE) {
    await commandAll(api, kind, ids.slice(at, at + MOST_AT_ONCE));
  }
  const left = instances.length - created.length;
  if (left > 0) throw new NotPossible(`${left} of ${instances.length} were not created`);
}

async function commandAll(
  api: Api,
  command: "deploy" | "undeploy",
  instance_ids: readonly (string | number)[],
): Promise<void> {
  if (instance_ids.length === 1) {
    await api.send("POST", `/api/instances/${instance_ids[0]}/${command}`);
  } else refuseFailed(await api.send("POST", `/api/instances/bulk-${command}`, { instance_ids }));
}

function refuseFailed({ data }: Item): void {
  const items = isItem(data) && Array.isArray(data.items) ? data.items.filter(isItem) : [];
  refuse(items.filter(({ status }) => status === "failed"), items.length);
}

interface FailedItem {
  instance_name?: unknown;
  problems?: unknown;
}

function refuse(failed: readonly FailedItem[], of: number): void {
  if (failed.length === 0) return;
  const texts = failed.map(({ instance_name, problems }) => `${instance_name}: ${JSON.stringify(problems)}`);
  throw new ApiFailure(`${failed.length} of ${of} instances failed: ${texts.join("; ")}`, { status: 400 });
}

function isCreated(names: Names, { kind }: Noun, name: Name): boolean {
  const id = names.idOf(kind, name);
  return id !== undefined && !names.isPlanned(kind, id);
}

function existing({ noun, name }: Wanted, names: Names): string | number {
  if (!isCreated(names, noun, name)) throw new NotPossible(`${thingText(noun, name)} was not created`);
  return names.idOf(noun.kind, name)!;
}

function present(wanted: Wanted, names: Names): Item {
  const missing: string[] = [], body = bodyOf(wanted, names, missing);
  if (missing.length > 0) throw new NotPossible(`it needs ${missing.join(", ")}`);
  const { placeholders } = body;
  if (wanted.noun.kind !== "instances" || !Array.isArray(placeholders)) return body;
  return { ...body, placeholders: placeholders.map((binding) => without(["stream_id"], binding)) };
}

/** The field with the secrets that are sent. */
function secretsFor(wanted: Wanted, sent: readonly string[], secrets: SecretValues): Item {
  const values = [...secrets.get(wanted) ?? []].filter(([name]) => sent.includes(name));
  return secretField(wanted.noun, new Map(values));
}

function without(fields: readonly string[], item: Item): Item {
  return Object.fromEntries(Object.entries(item).filter(([field]) => !fields.includes(field)));
}

/** A path of one thing; its id may be a text. */
function onePath({ path }: Noun, id: string | number): string {
  return `${path}/${encodeURIComponent(id)}`;
}
