import type { Issue } from "../../domain/shared/refusal.ts";
import { foundIssues } from "../../domain/shared/schema.ts";
import type { Entry, Problem } from "./folder.ts";
import { nameOf, type Names, nameText, thingText } from "./names.ts";
import { type Item, type Kind, KINDS, type Name, type Noun, type Path } from "./noun.ts";
import { NOUNS } from "./nouns.ts";
import { bodyOfFile, filePath } from "./references.ts";
import { isSecretMap, secretField, type SecretReference, secretReference, secretsIn } from "./secrets.ts";
import { issuesTogether } from "./together.ts";
import { fileForm, type Stored, type StoredThings } from "./stored.ts";

/** A thing of the folder, checked. */
export interface Wanted {
  noun: Noun;
  name: Name;
  entry: Entry;
  /** As a file has it, with its defaults, without secrets. */
  item: Item;
  secrets: ReadonlyMap<string, SecretReference>;
  /** What Andon has of this name. */
  stored?: Stored;
}

export interface WantedThings {
  wanted: Wanted[];
  problems: Problem[];
  /** Streams that have other names at their source than in the folder. */
  notes: string[];
  /** A stream that nobody knows yet may come with a source that has not been discovered. */
  awaitsStreams: boolean;
  /** By kind and id. */
  byId: Map<string, Wanted>;
}

interface Named {
  entry: Entry;
  noun: Noun;
  name: Name | undefined;
  stored?: Stored;
}

/** Stands for a secret where a schema asks for one. */
const SECRET = "Zx7-a-secret-by-reference";

/** What the folder wants, in the order of writing. Names that Andon lacks get planned ids. */
export function wantedThings(entries: readonly Entry[], things: StoredThings): WantedThings {
  const result: WantedThings = { wanted: [], problems: [], notes: [], awaitsStreams: false, byId: new Map() };
  const named = KINDS.flatMap((kind) => namedOf(kind, { entries, things, result }));
  const mayFindStreams = things.streams.undiscovered.length > 0 ||
    named.some(({ noun, stored }) => noun.kind === "sources" && stored === undefined);
  for (const each of named) {
    const wanted = checked(each, { things, result, mayFindStreams });
    if (wanted === undefined) continue;
    result.wanted.push(wanted);
    const { noun: { kind }, name } = wanted;
    result.byId.set(`${kind} ${things.names.idOf(kind, name)}`, wanted);
  }
  return result;
}

function itemOf(
  kind: Kind,
  name: Name,
  { result, things }: { result: WantedThings; things: StoredThings },
): Item | undefined {
  const wanted = result.byId.get(`${kind} ${things.names.idOf(kind, name)}`);
  return wanted?.item ?? things.find(kind, name)?.item;
}

function namedOf(
  kind: Kind,
  { entries, things, result }: { entries: readonly Entry[]; things: StoredThings; result: WantedThings },
): Named[] {
  const noun = NOUNS[kind], seen = new Map<string, Entry>();
  return inOrder(kind, entries.filter((entry) => entry.kind === kind)).map((entry) => {
    const name = nameOf(noun, entry.item);
    if (name === undefined) return { entry, noun, name };
    const text = nameText(name), other = seen.get(text);
    if (other !== undefined && noun.creates === undefined) {
      const { file, line } = other.place([]);
      const message = `${thingText(noun, name)} is in ${file}:${line} already`;
      result.problems.push({ ...entry.place([]), message });
    }
    seen.set(text, entry);
    const stored = isLastPolicy(entry)
      ? things.of(kind).find(({ row }) => row.is_last === true)
      : things.find(kind, name);
    if (stored !== undefined) things.names.add(kind, name, stored.id);
    else things.names.plan(noun, name);
    return { entry, noun, name, stored };
  });
}

/** Plant nodes after those above them, all else as it stands. */
function inOrder(kind: Kind, entries: readonly Entry[]): readonly Entry[] {
  if (kind !== "plant_nodes") return entries;
  const byId = new Map(entries.map((entry) => [entry.item.floc_id, entry]));
  const depthOf = (entry: Entry): number => {
    let depth = 0, above = byId.get(entry.item.parent_id);
    for (; above !== undefined && depth < entries.length; depth++) above = byId.get(above.item.parent_id);
    return depth;
  };
  const depths = new Map(entries.map((entry) => [entry, depthOf(entry)]));
  return entries.toSorted((one, other) => depths.get(one)! - depths.get(other)!);
}

/** There always is one, so it is known without its name. */
function isLastPolicy({ kind, item }: Entry): boolean {
  return kind === "notification_policies" && item.is_last === true;
}

function checked(
  { entry, noun, name, stored }: Named,
  { things, result, mayFindStreams }: { things: StoredThings; result: WantedThings; mayFindStreams: boolean },
): Wanted | undefined {
  const { problems } = result, before = problems.length;
  const tell = (path: Path, message: string) => problems.push({ ...entry.place(path), message });
  const secrets = checkedSecrets(noun, { item: entry.item, tell });
  const { [noun.secrets?.field ?? ""]: _, ...plain } = entry.item;
  const item = noun.kind === "instances"
    ? withPresentNames(plain, { things, tell, result, mayFindStreams, name, stored })
    : plain;
  const body = bodyOfFile(noun, item, (value, { to, path }) => {
    const id = things.names.idOf(to, value as Name);
    if (id === undefined) tell(path, missingText(to, value));
    return id ?? 1;
  }, ({ path, as }) => tell(path, `Is called "${as}" in a file, and names the thing`));
  const dummies = new Map([...secrets.keys()].map((name) => [name, SECRET]));
  // A thing that Andon has needs no secret in the folder.
  if (stored !== undefined && noun.secrets !== undefined && !isSecretMap(noun)) dummies.set("", SECRET);
  const parsed = noun.schema.safeParse({ ...body, ...secretField(noun, dummies) });
  if (!parsed.success) {
    for (const { path, message } of foundIssues(parsed.error)) {
      tell(filePath(noun, path as Path), message);
    }
  }
  for (const { path, message } of noun.check?.(parsed.data ?? body) ?? []) {
    tell(fieldPath(noun, path), message);
  }
  if (stored === undefined && noun.notCreated !== undefined && name !== undefined) {
    tell([], `${thingText(noun, name)} ${noun.notCreated}`);
  }
  if (problems.length > before || name === undefined) return undefined;
  const { [noun.secrets?.field ?? ""]: _secret, ...given } = (parsed.data ?? body) as Item;
  const others = {
    itemOf: (kind: Kind, name: Name) => itemOf(kind, name, { result, things }),
    things,
    mayFindStreams,
  };
  for (
    const { path, message } of issuesTogether({ noun, item: fileForm(noun, given, things), stored }, others)
  ) {
    tell(fieldPath(noun, path), message);
  }
  if (problems.length > before) return undefined;
  const normal = noun.normal?.(given) ?? given;
  return { noun, name, entry, item: fileForm(noun, normal, things), secrets, stored };
}

function checkedSecrets(
  noun: Noun,
  { item, tell }: { item: Item; tell: (path: Path, message: string) => void },
): Map<string, SecretReference> {
  const { references, isMap } = secretsIn(noun, item), found = new Map<string, SecretReference>();
  for (const [name, given] of references) {
    const parsed = secretReference.safeParse(given);
    const path = isMap ? [noun.secrets!.field, name] : [noun.secrets!.field];
    if (parsed.success) found.set(name, parsed.data);
    else tell(path, "Must say where the secret is: { env: NAME } or { file: name }");
  }
  return found;
}

/** The item with the names that its streams have at present. */
function withPresentNames(
  item: Item,
  { things, tell, result, mayFindStreams, name, stored }: {
    things: StoredThings;
    tell: (path: Path, message: string) => void;
    result: WantedThings;
    mayFindStreams: boolean;
    name: Name | undefined;
    stored?: Stored;
  },
): Item {
  if (!Array.isArray(item.placeholders)) return item;
  const placeholders = item.placeholders.map((binding, at) => {
    const { stream_name, stream_id } = (binding ?? {}) as Item;
    if (typeof stream_name !== "string") return binding;
    const id = typeof stream_id === "string" ? stream_id : undefined;
    const stream = things.streams.find({ stream_id: id, stream_name });
    if (stream === undefined) {
      if (isBound(stored, stream_name)) return binding;
      if (mayFindStreams) result.awaitsStreams = true;
      else tell(["placeholders", at, "stream_name"], `No stream is named "${stream_name}"`);
      return binding;
    }
    if (stream.stream_name !== stream_name) {
      result.notes.push(
        `instance "${
          nameText(name ?? "")
        }": stream "${stream_name}" is called "${stream.stream_name}" at its source ` +
          "since; export writes the new name",
      );
    }
    return { ...binding, stream_name: stream.stream_name };
  });
  return { ...item, placeholders };
}

/** Whether the instance is bound to the stream already, which may be missing at its source. */
function isBound(stored: Stored | undefined, stream: string): boolean {
  const placeholders = stored?.item.placeholders;
  return Array.isArray(placeholders) && placeholders.some(({ stream_name }) => stream_name === stream);
}

function missingText(to: Kind, value: unknown): string {
  const text = nameText((value ?? "") as Name);
  return `There is no ${NOUNS[to].one} "${text}", neither in the folder nor in Andon`;
}

/** The path in a file of a path that an issue of a body has. */
export function fieldPath(noun: Noun, path: Issue["path"]): Path {
  if (path === "") return [];
  return filePath(noun, path.split(".").map((part) => /^\d+$/.test(part) ? Number(part) : part));
}

/** The body of an item, with the ids that things have. `missing` gets what does not exist yet. */
export function bodyOf({ noun, item }: Pick<Wanted, "noun" | "item">, names: Names, missing: string[]): Item {
  return bodyOfFile(noun, item, (value, { to }) => {
    const id = names.idOf(to, value as Name);
    if (id === undefined || names.isPlanned(to, id)) missing.push(thingText(NOUNS[to], value as Name));
    return id;
  });
}
