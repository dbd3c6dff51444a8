import { refusedStatus, vendorText } from "../source_failure.ts";
import { NO_BULK } from "./listing_reader.ts";
import type { Limits } from "./limits.ts";
import type { Listing } from "./incremental_listing.ts";
import type { Namespace } from "./namespace.ts";
import { listAll } from "./paging.ts";
import type { FindType } from "./type_properties.ts";
import { parseWire } from "../wire.ts";
import { resolvedStreams, type SdsStreamWire, sdsType, type SdsTypeWire } from "./wire.ts";

export interface TypeBookOptions {
  namespace: Namespace;
  limits: Limits;
}

/** Permanent failures of a stream or type: a retry does not help. */
const NOT_TO_BE_HAD = [400, 403, 404];

/** The types of a namespace that streams use. */
export class TypeBook {
  readonly #byId = new Map<string, SdsTypeWire | undefined>();
  readonly #faults = new Map<string, string>();
  #hasBulk = true;

  constructor(readonly options: TypeBookOptions) {}

  readonly find: FindType = (typeId) => this.#byId.get(typeId.toLowerCase());

  /** Why streams cannot be read, by stream id in lower case. */
  get faults(): ReadonlyMap<string, string> {
    return this.#faults;
  }

  replace(types: ReadonlyMap<string, SdsTypeWire>): void {
    for (const [id, type] of types) this.#byId.set(id, type);
  }

  /** Reads the whole list of types. */
  async list(): Promise<void> {
    const { namespace, limits } = this.options;
    const types = await listAll(namespace, {
      path: ["Types"],
      item: sdsType,
      idOf: (type: SdsTypeWire) => type.Id ?? "",
      work: "discovery",
      pageSize: limits.listPageSize,
      maxPages: limits.maxListPages,
    });
    for (const [id, type] of types) this.#byId.set(id, type);
  }

  /**
   * Reads missing types: those that streams use and the list omits, and those of streams that `changed` since the previous
   * discovery (in bulk, since a type can change under the same name).
   */
  async learn({ items, changed }: Listing<SdsStreamWire>, { again }: { again: boolean }): Promise<void> {
    for (const id of this.#faults.keys()) if (!items.has(id)) this.#faults.delete(id);
    for (const [id, type] of this.#byId) if (type === undefined) this.#byId.delete(id);
    const due = again ? new Set([...changed, ...this.#faults.keys()]) : new Set<string>();
    const many = due.size > this.options.limits.resolveChunkSize;
    if (many) await this.list();
    const streams = many ? [] : [...due].flatMap((id) => items.get(id) ?? []);
    await this.#resolve([...streams, ...this.#oneForEachUnknown(items.values())]);
    for (const { TypeId } of this.#oneForEachUnknown(items.values())) {
      this.#byId.set(TypeId.toLowerCase(), await this.#readOne(TypeId));
    }
  }

  #oneForEachUnknown(streams: Iterable<SdsStreamWire>): SdsStreamWire[] {
    const unknown = new Map<string, SdsStreamWire>();
    for (const stream of streams) {
      const id = stream.TypeId.toLowerCase();
      if (!this.#byId.has(id) && !unknown.has(id) && !this.#faults.has(stream.Id.toLowerCase())) {
        unknown.set(id, stream);
      }
    }
    return [...unknown.values()];
  }

  async #resolve(streams: readonly SdsStreamWire[]): Promise<void> {
    const size = this.options.limits.resolveChunkSize;
    for (let at = 0; at < streams.length && this.#hasBulk; at += size) {
      await this.#resolveChunk(streams.slice(at, at + size));
    }
  }

  /** Stores the types of resolved streams and the permanent failures. Temporary failures are ignored. */
  async #resolveChunk(streams: readonly SdsStreamWire[]): Promise<void> {
    const answer = await this.#askBulk(streams.map(({ Id }) => Id));
    if (answer === undefined) return;
    const typeIds = new Map(streams.map(({ Id, TypeId }) => [Id.toLowerCase(), TypeId.toLowerCase()]));
    for (const { Id, Type } of answer.Data ?? []) {
      const typeId = typeIds.get(Id.toLowerCase());
      if (typeId !== undefined && Type) this.#byId.set(typeId, Type);
      this.#faults.delete(Id.toLowerCase());
    }
    for (const part of answer.ChildErrors ?? []) {
      if (!part.StreamId || !NOT_TO_BE_HAD.includes(part.StatusCode ?? 0)) continue;
      this.#faults.set(part.StreamId.toLowerCase(), `It cannot be read: ${vendorText(part, [])}`);
    }
  }

  async #askBulk(ids: string[]) {
    const path = ["Bulk", "Streams", "Resolved"];
    try {
      const answer = await this.options.namespace.request({
        method: "POST",
        path,
        body: ids,
        repeatable: true,
        work: "discovery",
      });
      return parseWire(resolvedStreams, answer.body, path.join("/"));
    } catch (error) {
      if (!NO_BULK.includes(refusedStatus(error) ?? 0)) throw error;
      this.#hasBulk = false;
      return undefined;
    }
  }

  async #readOne(typeId: string): Promise<SdsTypeWire | undefined> {
    try {
      const answer = await this.options.namespace.request({ path: ["Types", typeId], work: "discovery" });
      return parseWire(sdsType, answer.body, `Types/${typeId}`);
    } catch (error) {
      if (!NOT_TO_BE_HAD.includes(refusedStatus(error) ?? 0)) throw error;
      return undefined;
    }
  }
}
