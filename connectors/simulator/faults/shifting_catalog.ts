import type { Ms } from "../../../domain/shared/time.ts";
import type { SdsType } from "../sds_types.ts";
import { type Catalog, type CatalogStream, computedEntry } from "../stream_catalog.ts";
import { type FaultBoard, isInForce } from "./board.ts";
import { oddStreams } from "./odd_streams.ts";
import { sevenDigits, type StreamChanges, streamChanges } from "./stream_changes.ts";

/** A catalogue in which faults add, remove and change streams, brought to a moment by `refresh`. */
export interface ShiftingCatalog extends Catalog {
  refresh(nowMs: Ms): void;
  /** A stream by name or id, even one that is away or that a fault had added. */
  everKnown(nameOrId: string): CatalogStream | undefined;
}

/** The streams of one fault; they are listed while it is in force. */
interface Addition {
  inForce: boolean;
  streams: CatalogStream[];
}

interface View {
  additions: Addition[];
  changes: StreamChanges;
}

export function shiftingCatalog(
  base: Catalog,
  parts: { board: FaultBoard; lagMs: number },
): ShiftingCatalog {
  let stamp = "";
  let view: View | undefined;
  const listed = () => view?.additions.filter((each) => each.inForce).flatMap((each) => each.streams) ?? [];
  const shown = (stream: CatalogStream | undefined) => {
    if (stream === undefined || view === undefined) return stream;
    return view.changes.isAway(stream) ? undefined : view.changes.standing(stream);
  };
  const named = (name: string) =>
    base.findByName(name) ?? listed().find((stream) => stream.json.Name === name);
  const renamed = (name: string) => {
    for (const before of view?.changes.namesBefore(name) ?? []) {
      const found = shown(named(before));
      if (found?.json.Name === name) return found;
    }
    return undefined;
  };
  const called = (name: string) => {
    const found = shown(named(name));
    return found === undefined || view?.changes.any !== true || found.json.Name === name ? found : undefined;
  };
  function* all(): Generator<CatalogStream> {
    for (const stream of base.all()) {
      const now = shown(stream);
      if (now !== undefined) yield now;
    }
    for (const stream of listed()) {
      const now = shown(stream);
      if (now !== undefined) yield now;
    }
  }
  return {
    ...base,
    get madeCount() {
      return base.madeCount;
    },
    get version() {
      return `${base.version};${stamp}`;
    },
    find: (id) => shown(base.find(id) ?? listed().find((each) => isSameId(each.id, id))),
    findByName: (name) => called(name) ?? renamed(name),
    page: (skip, count) => view === undefined ? base.page(skip, count) : stretchOf(all(), { skip, count }),
    all,
    type: (id) => base.type(id) ?? addedTypes(listed()).find((type) => isSameId(type.Id, id)),
    types() {
      const known = base.types();
      const added = addedTypes(listed()).filter((type) => base.type(type.Id) === undefined);
      return added.length === 0 ? known : [...known, ...added];
    },
    refresh(nowMs) {
      const now = parts.board.stamp(nowMs);
      if (now === stamp) return;
      stamp = now;
      view = viewAt(parts, nowMs);
    },
    everKnown(nameOrId) {
      const added = view?.additions.flatMap((each) => each.streams) ?? [];
      return called(nameOrId) ?? renamed(nameOrId) ?? base.findByName(nameOrId) ?? base.find(nameOrId) ??
        added.find((each) => each.json.Name === nameOrId || isSameId(each.id, nameOrId));
    },
  };
}

function viewAt(parts: { board: FaultBoard; lagMs: number }, nowMs: Ms): View | undefined {
  const additions = parts.board.ofKind("streams_added").map((fault) => ({
    inForce: isInForce(fault, nowMs),
    streams: oddStreams(fault, parts.lagMs).map((stream) =>
      withDates(computedEntry(stream), sevenDigits(fault.startMs))
    ),
  }));
  const changes = streamChanges(parts.board, nowMs);
  return additions.length === 0 && !changes.any ? undefined : { additions, changes };
}

function withDates(stream: CatalogStream, date: string): CatalogStream {
  return { ...stream, json: { ...stream.json, CreatedDate: date, ModifiedDate: date } };
}

function addedTypes(streams: readonly CatalogStream[]): SdsType[] {
  const types = new Map<string, SdsType>();
  for (const { computed } of streams) if (computed !== undefined) types.set(computed.type.Id, computed.type);
  return [...types.values()];
}

function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

function stretchOf<T>(items: Iterable<T>, at: { skip: number; count: number }): T[] {
  const stretch: T[] = [];
  let place = 0;
  for (const item of items) {
    if (stretch.length >= at.count) break;
    if (place++ >= at.skip) stretch.push(item);
  }
  return stretch;
}
