import type { ComputedStream } from "./computed_stream.ts";
import { LOAD_TYPE, type LoadBank } from "./load_streams.ts";
import type { Unit } from "./plant/plant.ts";
import { booleanType, coriolisType, stateType, textType } from "./plant/plant_types.ts";
import type { JsonObject, SdsType } from "./sds_types.ts";

/** A stream as the catalogue knows it: computed, or made by a client over POST. */
export interface CatalogStream {
  id: string;
  typeId: string;
  /** The SdsStream object as it stands on the wire. */
  json: JsonObject;
  computed?: ComputedStream;
}

/** A stream made by a client. */
export interface MadeStream {
  id: string;
  typeId: string;
  json: JsonObject;
}

/** All streams and types: the plant's, the load's and those that clients made. Ids are compared without case. */
export interface Catalog {
  find(id: string): CatalogStream | undefined;
  /** By Name; a client's stream without a name goes by its Id. */
  findByName(name: string): CatalogStream | undefined;
  /** How many streams clients made. */
  readonly madeCount: number;
  /** Another one after each change of what is listed. */
  readonly version: string;
  /** A stretch of all streams in their fixed order: the plant's, the load's, the clients'. */
  page(skip: number, count: number): CatalogStream[];
  all(): Generator<CatalogStream>;
  keep(stream: MadeStream): void;
  drop(id: string): void;
  type(id: string): SdsType | undefined;
  types(): SdsType[];
  keepType(type: SdsType): void;
  dropType(id: string): void;
}

/** When the plant was built, as its streams and types say. */
export const PLANT_DATE = "2025-06-01T06:00:00.0000000Z";

export function createCatalog(units: readonly Unit[], load: LoadBank): Catalog {
  const plant = units.flatMap((unit) => unit.streams).map(computedEntry);
  const plantById = new Map(plant.map((stream) => [stream.id.toLowerCase(), stream]));
  const plantByName = new Map(plant.map((stream) => [stream.computed?.name, stream]));
  const made = new Map<string, MadeStream>();
  let changes = 0;
  const types = plantTypes(units, load.count > 0);
  const loaded = (text: string): CatalogStream | undefined => {
    const index = load.indexOf(text);
    return index === undefined ? undefined : computedEntry(load.stream(index));
  };
  const at = (place: number) =>
    place < plant.length ? plant[place] : computedEntry(load.stream(place - plant.length));
  const fixed = plant.length + load.count;
  const madeNamed = (name: string) =>
    [...made.values()].find((stream) => (stream.json.Name ?? stream.id) === name);
  return {
    find: (id) => plantById.get(id.toLowerCase()) ?? made.get(id.toLowerCase()) ?? loaded(id),
    findByName: (name) => plantByName.get(name) ?? loaded(name) ?? madeNamed(name),
    get madeCount() {
      return made.size;
    },
    get version() {
      return String(changes);
    },
    page(skip, count) {
      const end = Math.min(skip + count, fixed);
      const page: CatalogStream[] = [];
      for (let place = skip; place < end; place++) page.push(at(place));
      const left = count - page.length;
      return left === 0
        ? page
        : [...page, ...[...made.values()].slice(Math.max(0, skip - fixed)).slice(0, left)];
    },
    *all() {
      for (let place = 0; place < fixed; place++) yield at(place);
      yield* made.values();
    },
    keep(stream) {
      made.set(stream.id.toLowerCase(), stream);
      changes++;
    },
    drop(id) {
      made.delete(id.toLowerCase());
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
