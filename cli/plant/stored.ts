import type { Api } from "./api.ts";
import { nameOf, Names, thingText } from "./names.ts";
import { type Item, type Kind, KINDS, kindsOf, type Name, type Noun } from "./noun.ts";
import { NOUNS } from "./nouns.ts";
import { dropped, fileOfBody } from "./references.ts";
import { Streams } from "./streams.ts";

/** A thing that Andon has. */
export interface Stored {
  noun: Noun;
  id: string | number;
  name: Name;
  /** As the API shows it. */
  row: Item;
  /** What the body of a request may have of it, without secrets. */
  body: Item;
  /** As a file has it, with all fields, without secrets. */
  item: Item;
}

/** What Andon has of some kinds, and of those that they name. */
export interface StoredThings {
  names: Names;
  of(kind: Kind): readonly Stored[];
  find(kind: Kind, name: Name): Stored | undefined;
  streams: Streams;
  /** What names something that does not exist; it is left out. */
  warnings: readonly string[];
}

export async function readStored(api: Api, kinds: Iterable<Kind>): Promise<StoredThings> {
  const needed = withNamed(kinds), names = new Names(), warnings: string[] = [];
  const streams = needed.has("instances") ? await Streams.read(api) : new Streams([]);
  const things = new Map<Kind, Stored[]>();
  for (const kind of KINDS.filter((kind) => needed.has(kind))) {
    const noun = NOUNS[kind], rows = await rowsOf(api, noun);
    things.set(kind, rows.map((row) => storedThing(noun, row, { names, streams, warnings })));
  }
  const of = (kind: Kind) => things.get(kind) ?? [];
  const byId = new Map(
    [...things.values()].flat().map((thing) => [`${thing.noun.kind} ${thing.id}`, thing]),
  );
  return {
    names,
    of,
    find: (kind, name) => byId.get(`${kind} ${names.idOf(kind, name)}`),
    streams,
    warnings,
  };
}

/** The kinds, and those that their things name or create. */
function withNamed(kinds: Iterable<Kind>): Set<Kind> {
  const needed = new Set<Kind>();
  const add = (kind: Kind) => {
    if (needed.has(kind)) return;
    needed.add(kind);
    const { references, creates = kind } = NOUNS[kind];
    [creates, ...references.flatMap(kindsOf)].forEach(add);
  };
  for (const kind of kinds) add(kind);
  return needed;
}

async function rowsOf(api: Api, { kind, path, isSingle, rows, creates }: Noun): Promise<Item[]> {
  if (creates !== undefined) return [];
  if (isSingle) return [(await api.send("GET", path)).data as Item];
  const listed = await api.list(path);
  if (kind === "users") return await withKeys(api, listed);
  return rows?.(listed) ?? listed;
}

/** Deleting a user ends the user's keys, perhaps the one that apply has. */
async function withKeys(api: Api, users: Item[]): Promise<Item[]> {
  const owners = new Set((await api.list("/api/keys")).map(({ owner_id }) => owner_id));
  return users.map((user) => ({ ...user, owns_keys: owners.has(user.id) }));
}

function storedThing(
  noun: Noun,
  row: Item,
  { names, streams, warnings }: { names: Names; streams: Streams; warnings: string[] },
): Stored {
  const body = bodyOfRow(noun, row), missing: string[] = [];
  const item = fileForm(noun, body, { names, streams, missing });
  const name = nameOf(noun, item) ?? "", id = row[noun.id] as string | number;
  names.add(noun.kind, name, id);
  for (const each of missing) warnings.push(`${thingText(noun, name)} names what does not exist: ${each}`);
  return { noun, id, name, row, body, item };
}

/** A body as a file has it. What does not exist is left out, and `missing` gets it. */
export function fileForm(
  noun: Noun,
  body: Item,
  { names, streams, missing = [] }: { names: Names; streams: Streams; missing?: string[] },
): Item {
  const item = fileOfBody(noun, body, (id, { to, path }) => {
    const name = names.nameOf(to, id);
    if (name === undefined) missing.push(`${path.join(".")} ${id}`);
    return name ?? dropped;
  });
  return withStreamIds(noun, item, streams);
}

/** What a body may have of a row, without secrets. */
function bodyOfRow(noun: Noun, row: Item): Item {
  const fields = Object.keys(noun.schema.shape).filter((field) => field !== noun.secrets?.field);
  const body = Object.fromEntries(fields.flatMap((field) => field in row ? [[field, row[field]]] : []));
  if (body.is_last === false) delete body.is_last;
  return noun.normal?.(body) ?? body;
}

/** Streams by their names, with their ids at the source beside. */
function withStreamIds({ kind }: Noun, item: Item, streams: Streams): Item {
  if (kind !== "instances" || !Array.isArray(item.placeholders)) return item;
  const placeholders = item.placeholders.map((binding: Item) => {
    if (typeof binding.stream_name !== "string") return binding;
    const { stream_id: _, ...named } = binding, id = streams.named(binding.stream_name)?.stream_id;
    return id === undefined ? named : { ...named, stream_id: id };
  });
  return { ...item, placeholders };
}
