import { type Ms, sourceTimeFromTicks, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import type { DigitalState, StoredValue } from "./stored_value.ts";
import { UpdateLog } from "./update_log.ts";
import { attributeId, pointId } from "./web_ids.ts";

export type PointType = "Float32" | "Float64" | "Int32" | "String" | "Digital" | "Blob";

export interface Point {
  id: number;
  webId: string;
  name: string;
  type: PointType;
  unit: string;
  /** The name of its digital set; empty for any other type. */
  digitalSet: string;
  /** In order of time. */
  values: StoredValue[];
}

/** An attribute of an element; one without a point is a constant. */
export interface Attribute {
  id: number;
  webId: string;
  /** The names of the elements from the root, then after `|` those of the attributes. */
  path: string;
  type: string;
  unit: string;
  enumeration: string;
  point: Point | null;
}

export type Stream = Point | Attribute;

const CREATED: DigitalState = { Name: "Pt Created", Value: 253, IsSystem: true };
const DAY_MS = 86_400_000;

export interface WorldOptions {
  now: () => Ms;
  dataServer?: string;
  assetServer?: string;
  database?: string;
}

/** A PI Data Archive with its points, and an AF database whose attributes refer to them. */
export class World {
  readonly dataServer: string;
  readonly assetServer: string;
  readonly database: string;
  readonly points = new Map<string, Point>();
  readonly attributes = new Map<string, Attribute>();
  readonly updates = new UpdateLog();
  readonly #attributesOf = new Map<Point, readonly Attribute[]>();
  readonly #now: () => Ms;
  #ids = 0;

  constructor({ now, dataServer = "PISRV01", assetServer = "AF01", database = "Plant" }: WorldOptions) {
    this.#now = now;
    this.dataServer = dataServer;
    this.assetServer = assetServer;
    this.database = database;
  }

  /** Every point begins with a system state, a day ago. */
  addPoint(
    { name, type = "Float32", unit = "", digitalSet = "" }: Partial<Point> & Pick<Point, "name">,
  ): Point {
    const id = ++this.#ids, time = ticksFromMs(this.#now() - DAY_MS);
    const values: StoredValue[] = [{ time, value: CREATED, good: false, questionable: false }];
    const point = { id, webId: pointId(this.dataServer, id), name, type, unit, digitalSet, values };
    this.points.set(name, point);
    return point;
  }

  addAttribute(
    { path, type = "Double", unit = "", enumeration = "", point = null }:
      & Partial<Attribute>
      & Pick<Attribute, "path">,
  ): Attribute {
    const id = ++this.#ids, webId = attributeId(this.assetServer, id);
    const attribute = { id, webId, path, type, unit, enumeration, point };
    this.attributes.set(path, attribute);
    if (point !== null) this.#attributesOf.set(point, [...this.#attributesOf.get(point) ?? [], attribute]);
    return attribute;
  }

  /** One of a time that has a value replaces it. */
  write(name: string, ...values: (Pick<StoredValue, "time" | "value"> & Partial<StoredValue>)[]): void {
    const point = this.#point(name);
    for (const { time, value, good = true, questionable = false } of values) {
      const stored = { time, value, good, questionable };
      const isLast = time > (point.values.at(-1)?.time ?? 0);
      if (isLast) point.values.push(stored);
      else {
        const after = point.values.findIndex((one) => one.time >= time);
        point.values.splice(after, point.values[after]?.time === time ? 1 : 0, stored);
      }
      this.#changed(point, { action: isLast ? "Add" : "Update", stored });
    }
  }

  removeValue(name: string, time: Ticks): void {
    const point = this.#point(name), stored = point.values.find((one) => one.time === time);
    if (stored === undefined) throw new Error(`${name} has no value at ${sourceTimeFromTicks(time)}`);
    point.values = point.values.filter((one) => one !== stored);
    this.#changed(point, { action: "Delete", stored });
  }

  /** Forgets older values. */
  dropBefore(time: Ticks): void {
    for (const point of this.points.values()) {
      point.values = point.values.filter((one) => one.time >= time);
    }
  }

  /** Removes a point and the attributes that refer to it. */
  removePoint(name: string): void {
    const point = this.#point(name);
    this.points.delete(name);
    for (const attribute of this.#attributesOf.get(point) ?? []) {
      this.attributes.delete(attribute.path);
      this.updates.end(attribute.webId, "The signup was removed because it is no longer valid.");
    }
  }

  rename(name: string, to: string): void {
    const point = this.#point(name);
    this.points.delete(name);
    point.name = to;
    this.points.set(to, point);
  }

  streamOf(webId: string): Stream | undefined {
    const all: Stream[] = [...this.points.values(), ...this.attributes.values()];
    return all.find((stream) => stream.webId === webId);
  }

  #point(name: string): Point {
    const point = this.points.get(name);
    if (point === undefined) throw new Error(`There is no point ${name}`);
    return point;
  }

  #changed(point: Point, event: { action: string; stored: StoredValue }): void {
    this.updates.add(point.webId, event);
    for (const { webId } of this.#attributesOf.get(point) ?? []) this.updates.add(webId, event);
  }
}

/** The values of a stream; none for a constant. */
export function valuesOf(stream: Stream): StoredValue[] {
  return "values" in stream ? stream.values : stream.point?.values ?? [];
}
