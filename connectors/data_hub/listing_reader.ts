import { Refusal } from "../../domain/shared/refusal.ts";
import type { ReadOptions } from "../source.ts";
import { AnswerRefused, connectionFailed, vendorText } from "../source_failure.ts";
import type { Limits } from "./limits.ts";
import type { Namespace } from "./namespace.ts";
import type { FindType } from "./type_properties.ts";
import { parseWire } from "../wire.ts";
import { resolvedStreams, sdsStream, type SdsStreamWire, sdsType, type SdsTypeWire } from "./wire.ts";

export interface ListingReaderOptions {
  namespace: Namespace;
  limits: Limits;
  types: {
    /** A type that is known already, to look up those that a property names by id only. */
    findType: FindType;
    learn(types: ReadonlyMap<string, SdsTypeWire>): void;
  };
}

export interface ListingAsk extends ReadOptions {
  /** The maximal number of streams that are read one by one, when the service cannot read them together. */
  singles?: number;
}

/** What the source lists of streams, by their ids in lower case. */
export interface StreamListing {
  /** Null: there is no such stream. A refusal: it cannot be read. Absent: it was beyond the limit. */
  streams: ReadonlyMap<string, SdsStreamWire | Refusal | null>;
  findType: FindType;
}

/** Reads streams and their types anew, in as few requests as the service allows. */
export type ReadListing = (ids: readonly string[], ask?: ListingAsk) => Promise<StreamListing>;

/** Statuses of a service that cannot resolve streams in bulk, or that refuses the request. */
export const NO_BULK = [400, 403, 404, 405, 501];
/** Statuses by which a service refuses one stream or type. */
const REFUSED = [400, 403, 404];

export function createListingReader(options: ListingReaderOptions): ReadListing {
  let hasBulk = true;

  return async (ids, ask = {}) => {
    const reading = new ListingReading(options, ask);
    const size = options.limits.resolveChunkSize;
    for (let at = 0; at < ids.length && hasBulk; at += size) {
      hasBulk = await reading.readTogether(ids.slice(at, at + size));
    }
    const rest = ids.filter((id) => !reading.streams.has(id.toLowerCase()));
    for (const id of rest.slice(0, ask.singles ?? Infinity)) await reading.readOne(id);
    await reading.readNamedTypes();
    options.types.learn(reading.types);
    return reading;
  };
}

class ListingReading implements StreamListing {
  readonly streams = new Map<string, SdsStreamWire | Refusal | null>();
  readonly types = new Map<string, SdsTypeWire>();

  constructor(private readonly options: ListingReaderOptions, private readonly ask: ListingAsk) {}

  readonly findType: FindType = (id) => this.types.get(id.toLowerCase()) ?? this.options.types.findType(id);

  /** Resolves to false for a service that cannot read streams together. */
  async readTogether(ids: string[]): Promise<boolean> {
    const path = ["Bulk", "Streams", "Resolved"];
    const answer = await unlessRefused(
      this.#request({ method: "POST", path, body: ids, repeatable: true }),
      NO_BULK,
    );
    if (answer === undefined || answer instanceof Refusal) return false;
    const { Data, ChildErrors } = parseWire(resolvedStreams, answer.body, path.join("/"));
    for (const { Type, ...stream } of Data ?? []) {
      const TypeId = stream.TypeId ?? Type?.Id;
      if (!Type || !TypeId) continue;
      this.types.set(TypeId.toLowerCase(), Type);
      this.streams.set(stream.Id.toLowerCase(), { ...stream, TypeId });
    }
    for (const part of ChildErrors ?? []) {
      const status = part.StatusCode ?? 0;
      if (!part.StreamId || !REFUSED.includes(status)) continue;
      const reason = `${part.StreamId} cannot be read: ${vendorText(part, [])}`;
      const failure = status === 404 ? null : new AnswerRefused(status, reason);
      this.streams.set(part.StreamId.toLowerCase(), failure);
    }
    return true;
  }

  async readOne(id: string): Promise<void> {
    const answer = await unlessRefused(this.#request({ path: ["Streams", id] }), REFUSED);
    if (answer instanceof AnswerRefused) {
      this.streams.set(id.toLowerCase(), answer.status === 404 ? null : answer);
      return;
    }
    const stream = parseWire(sdsStream, answer.body, `Streams/${id}`);
    const type = await this.#readType(stream.TypeId, ["Streams", id, "Type"]);
    this.streams.set(id.toLowerCase(), type === undefined ? noType(stream) : stream);
  }

  /** Reads the types that properties name by id only, so that no stream is taken for one that cannot be monitored. */
  async readNamedTypes(): Promise<void> {
    for (const type of [...this.types.values()]) {
      for (const id of namedTypes(type)) {
        if (this.findType(id) === undefined) await this.#readType(id, ["Types", id]);
      }
    }
  }

  /** A type by its id, else by the path of the stream's own. */
  async #readType(id: string, otherwise: string[]): Promise<SdsTypeWire | undefined> {
    const known = this.types.get(id.toLowerCase());
    if (known !== undefined) return known;
    for (const path of [["Types", id], otherwise]) {
      const answer = await unlessRefused(this.#request({ path }), REFUSED);
      if (answer instanceof Refusal) continue;
      const type = parseWire(sdsType, answer.body, path.join("/"));
      this.types.set(id.toLowerCase(), type);
      return type;
    }
    return undefined;
  }

  #request(request: Omit<Parameters<Namespace["request"]>[0], "work" | "signal">) {
    const { work = "gaps", signal } = this.ask;
    return this.options.namespace.request({ ...request, work, signal });
  }
}

function noType({ Id, TypeId }: SdsStreamWire): Refusal {
  return connectionFailed(`The type ${TypeId} of ${Id} cannot be read`);
}

function namedTypes(type: SdsTypeWire): string[] {
  const inherited = type.BaseType ? namedTypes(type.BaseType) : [];
  const own = (type.Properties ?? []).flatMap(({ SdsType }) =>
    SdsType?.Id && (SdsType.SdsTypeCode === null || SdsType.SdsTypeCode === undefined) ? [SdsType.Id] : []
  );
  return [...inherited, ...own];
}

async function unlessRefused<T>(work: Promise<T>, statuses: readonly number[]): Promise<T | AnswerRefused> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AnswerRefused && statuses.includes(error.status)) return error;
    throw error;
  }
}
