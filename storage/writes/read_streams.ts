import type { StreamRecord } from "../../domain/asset/types.ts";
import {
  possibleStreamNames,
  type StoredStreams,
  streamIdsOf,
  unfoundNames,
} from "../../domain/instance/streams.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { TemplateRecord } from "../../domain/template/types.ts";
import type { StorePort } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";

type Store = Pick<StorePort, "getMany">;

interface StreamSelection {
  records: readonly InstanceRecord[];
  templates: readonly TemplateRecord[];
  names?: readonly string[];
}

/** Reads streams: those that instances are bound to, that the rules of templates name, and those of more names. */
export async function readStreams(
  { records, templates, names: more = [] }: StreamSelection,
  store: Store,
): Promise<StoredStreams> {
  const names = new Set([
    ...more,
    ...templates.flatMap((template) => [...possibleStreamNames(template)]),
    ...records.flatMap(({ bindings }) => unfoundNames(bindings)),
  ]);
  const idOf = await readIds([...names], store);
  const bound = records.flatMap((record) => [...streamIdsOf(record)]);
  const streams = await readById([...new Set([...bound, ...idOf.values()])], store);
  const known = new Map(streams.map((stream) => [stream.id, stream]));
  return {
    stream: (id) => known.get(id),
    streamByName: (name) => known.get(idOf.get(name) ?? 0),
  };
}

/** The ids of streams by name: of the stream that has the name, or else had it last. */
async function readIds(names: readonly string[], store: Store): Promise<Map<string, number>> {
  const ids = await store.getMany<number>(names.map((name) => keys.streamByName(name)));
  return new Map(ids.flatMap((entry, i) => entry === undefined ? [] : [[names[i]!, entry.value]]));
}

export async function readById(ids: readonly number[], store: Store): Promise<StreamRecord[]> {
  const streams = await store.getMany<StreamRecord>(ids.map((id) => keys.stream(id)));
  return streams.flatMap((entry) => entry === undefined ? [] : [entry.value]);
}
