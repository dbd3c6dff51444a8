import type { Ms } from "../../../domain/shared/time.ts";
import type { SdsType } from "../sds_types.ts";
import { type Catalog, type CatalogStream, computedEntry } from "../stream_catalog.ts";
import { type FaultRegistry, isInForce } from "./fault_registry.ts";
import { oddStreams } from "./odd_streams.ts";
import { sevenDigits, type StreamChanges, streamChanges } from "./stream_changes.ts";

/** A catalogue in which faults add, remove and change streams. `refresh` sets its time. */
export interface FaultedCatalog extends Catalog {
  refresh(nowMs: Ms): void;
  /** Finds a stream by name or id, even a removed one or one that an ended fault added. */
  findEverKnown(nameOrId: string): CatalogStream | undefined;
}

/** The streams that one fault adds; listed while it is in force. */
interface Addition {
  inForce: boolean;
  streams: CatalogStream[];
}

interface View {
  additions: Addition[];
  changes: StreamChanges;
}

export function faultedCatalog(
  base: Catalog,
  parts: { registry: FaultRegistry; lagMs: number },
): FaultedCatalog {
  let stamp = "";
  let view: View | undefined;
  const listed = () => view?.additions.filter((each) => each.inForce).flatMap((each) => each.streams) ?? [];
  const asChanged = (stream: CatalogStream | undefined) => {
    if (stream === undefined || view === undefined) return stream;
    return view.changes.isRemoved(stream) ? undefined : view.changes.changed(stream);
  };
  const named = (name: string) =>
    base.findByName(name) ?? listed().find((stream) => stream.json.Name === name);
  const renamed = (name: string) => {
    for (const before of view?.changes.originalNames(name) ?? []) {
      const found = asChanged(named(before));
      if (found?.json.Name === name) return found;
    }
    return undefined;
  };
  const currentlyNamed = (name: string) => {
    const found = asChanged(named(name));
    return found === undefined || view?.changes.any !== true || found.json.Name === name ? found : undefined;
  };
  function* all(): Generator<CatalogStream> {
    for (const stream of base.all()) {
      const now = asChanged(stream);
      if (now !== undefined) yield now;
    }
    for (const stream of listed()) {
      const now = asChanged(stream);
      if (now !== undefined) yield now;
    }
  }
  /** The streams whose types are not in the catalogue. */
  const typed = () => view?.changes.retypes === true ? all() : listed();
  return {
    ...base,
    get clientStreamCount() {
      return base.clientStreamCount;
    },
    get version() {
      return `${base.version};${stamp}`;
    },
    find: (id) => asChanged(base.find(id) ?? listed().find((each) => isSameId(each.id, id))),
    findByName: (name) => currentlyNamed(name) ?? renamed(name),
    page: (skip, count) => view === undefined ? base.page(skip, count) : pageOf(all(), { skip, count }),
    all,
    type: (id) => base.type(id) ?? addedTypes(typed()).find((type) => isSameId(type.Id, id)),
    types() {
      const known = base.types();
      const added = addedTypes(typed()).filter((type) => base.type(type.Id) === undefined);
      return added.length === 0 ? known : [...known, ...added];
    },
    refresh(nowMs) {
      const now = parts.registry.stamp(nowMs);
      if (now === stamp) return;
      stamp = now;
      view = viewAt(parts, nowMs);
    },
    findEverKnown(nameOrId) {
      const added = view?.additions.flatMap((each) => each.streams) ?? [];
      return currentlyNamed(nameOrId) ?? renamed(nameOrId) ?? base.findByName(nameOrId) ??
        base.find(nameOrId) ??
        added.find((each) => each.json.Name === nameOrId || isSameId(each.id, nameOrId));
    },
  };
}

function viewAt(parts: { registry: FaultRegistry; lagMs: number }, nowMs: Ms): View | undefined {
  const additions = parts.registry.ofKind("streams_added").map((fault) => ({
    inForce: isInForce(fault, nowMs),
    streams: oddStreams(fault, parts.lagMs).map((stream) =>
      withDates(computedEntry(stream), sevenDigits(fault.startMs))
    ),
  }));
  const changes = streamChanges(parts.registry, nowMs);
  return additions.length === 0 && !changes.any ? undefined : { additions, changes };
}

function withDates(stream: CatalogStream, date: string): CatalogStream {
  return { ...stream, json: { ...stream.json, CreatedDate: date, ModifiedDate: date } };
}

function addedTypes(streams: Iterable<CatalogStream>): SdsType[] {
  const types = new Map<string, SdsType>();
  for (const { computed } of streams) if (computed !== undefined) types.set(computed.type.Id, computed.type);
  return [...types.values()];
}

function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function pageOf<T>(items: Iterable<T>, at: { skip: number; count: number }): T[] {
  const page: T[] = [];
  let position = 0;
  for (const item of items) {
    if (page.length >= at.count) break;
    if (position++ >= at.skip) page.push(item);
  }
  return page;
}
