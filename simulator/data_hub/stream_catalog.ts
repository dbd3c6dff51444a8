import type { ComputedStream } from "./computed_stream.ts";
import { LOAD_TYPE, type LoadBank } from "./load_streams.ts";
import type { Unit } from "./plant/plant.ts";
import { booleanType, coriolisType, stateType, textType } from "./plant/plant_types.ts";
import type { JsonObject, SdsType } from "./sds_types.ts";

/** A stream of the catalogue: computed, or created by a client. */
export interface CatalogStream {
  id: string;
  typeId: string;
  /** The SdsStream object of the protocol. */
  json: JsonObject;
  computed?: ComputedStream;
}

/** A stream created by a client. */
export interface ClientStream {
  id: string;
  typeId: string;
  json: JsonObject;
}

/** All streams and types: the plant's, the load streams' and the clients'. Ids ignore case. */
export interface Catalog {
  find(id: string): CatalogStream | undefined;
  /** Finds a stream by Name; a client's stream without a name by its Id. */
  findByName(name: string): CatalogStream | undefined;
  /** Number of streams created by clients. */
  readonly clientStreamCount: number;
  /** Differs after each change of the list. */
  readonly version: string;
  /** A page of all streams in a fixed order: plant streams, load streams, clients' streams. */
  page(skip: number, count: number): CatalogStream[];
  all(): Generator<CatalogStream>;
  keep(stream: ClientStream): void;
  drop(id: string): void;
  type(id: string): SdsType | undefined;
  types(): SdsType[];
  keepType(type: SdsType): void;
  dropType(id: string): void;
}

/** CreatedDate of the plant's streams and types. */
export const PLANT_DATE = "2025-06-01T06:00:00.0000000Z";

export function createCatalog(units: readonly Unit[], load: LoadBank): Catalog {
  const plant = units.flatMap((unit) => unit.streams).map(computedEntry);
  const plantById = new Map(plant.map((stream) => [stream.id.toLowerCase(), stream]));
  const plantByName = new Map(plant.map((stream) => [stream.computed?.name, stream]));
  const clientStreams = new Map<string, ClientStream>();
  let changes = 0;
  const types = plantTypes(units, load.count > 0);
  const loadStream = (text: string): CatalogStream | undefined => {
    const index = load.indexOf(text);
    return index === undefined ? undefined : computedEntry(load.stream(index));
  };
  const at = (position: number) => plant[position] ?? computedEntry(load.stream(position - plant.length));
  const fixed = plant.length + load.count;
  const clientStreamNamed = (name: string) =>
    [...clientStreams.values()].find((stream) => (stream.json.Name ?? stream.id) === name);
  return {
    find: (id) => plantById.get(id.toLowerCase()) ?? clientStreams.get(id.toLowerCase()) ?? loadStream(id),
    findByName: (name) => plantByName.get(name) ?? loadStream(name) ?? clientStreamNamed(name),
    get clientStreamCount() {
      return clientStreams.size;
    },
    get version() {
      return String(changes);
    },
    page(skip, count) {
      const end = Math.min(skip + count, fixed);
      const page: CatalogStream[] = [];
      for (let position = skip; position < end; position++) page.push(at(position));
      const left = count - page.length;
      return left === 0
        ? page
        : [...page, ...[...clientStreams.values()].slice(Math.max(0, skip - fixed)).slice(0, left)];
    },
    *all() {
      for (let position = 0; position < fixed; position++) yield at(position);
      yield* clientStreams.values();
    },
    keep(stream) {
      clientStreams.set(stream.id.toLowerCase(), stream);
      changes++;
    },
    drop(id) {
      clientStreams.delete(id.toLowerCase());
      changes++;
    },
    type: (id) => types.get(id.toLowerCase()),
    types: () => [...types.values()],
    keepType: (type) => void types.set(type.Id.toLowerCase(), type),
    dropType: (id) => void types.delete(id.toLowerCase()),
  };
}

export function computedEntry(stream: ComputedStream): CatalogStream {
  const json: JsonObject = {
    TypeId: stream.type.Id,
    Id: stream.id,
    Name: stream.name,
    Description: stream.description,
    CreatedDate: PLANT_DATE,
    ModifiedDate: PLANT_DATE,
  };
  if (stream.uom !== undefined) json.PropertyOverrides = [{ SdsTypePropertyId: "Value", Uom: stream.uom }];
  return { id: stream.id, typeId: stream.type.Id, json, computed: stream };
}

function plantTypes(units: readonly Unit[], withLoad: boolean): Map<string, SdsType> {
  const used = units.flatMap((unit) => unit.streams.map((stream) => stream.type));
  const all = [stateType, booleanType, textType, coriolisType, ...used, ...(withLoad ? [LOAD_TYPE] : [])];
  return new Map(all.map((type) => [type.Id.toLowerCase(), type]));
}
