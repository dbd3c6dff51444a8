import type { Ms } from "../../domain/shared/time.ts";
import { badRequest, notFound } from "./http/answers.ts";
import { type IndexCodec, indexCodec } from "./index_codec.ts";
import type { EventShape } from "./event_json.ts";
import type { SdsType } from "./sds_types.ts";
import type { CatalogStream } from "./stream_catalog.ts";
import { type StreamReader, streamReader } from "./stream_reader.ts";
import { visibleAt, type World } from "./world.ts";

/** A stream with its type, codec and reader. */
export interface OpenStream {
  stream: CatalogStream;
  type: SdsType;
  codec: IndexCodec;
  reader: StreamReader;
}

export function catalogStream(world: World, id: string): CatalogStream {
  const stream = world.catalog.find(id);
  if (stream === undefined) throw notFound("Stream", id);
  return stream;
}

export function streamType(world: World, stream: CatalogStream): SdsType {
  const type = stream.computed?.type ?? world.catalog.type(stream.typeId);
  if (type === undefined) throw notFound("Type", stream.typeId);
  return type;
}

/** 404 for an unknown stream, 400 for one whose key the simulator cannot order. */
export function openStream(world: World, at: { id: string; nowMs: Ms }): OpenStream {
  return openCatalogStream(world, { stream: catalogStream(world, at.id), nowMs: at.nowMs });
}

/** Opens a stream as it is now, with `isFinal` after every pending effect of faults on its samples. */
export function openCatalogStream(
  world: World,
  at: { stream: CatalogStream; nowMs: Ms; isFinal?: boolean },
): OpenStream {
  const { stream } = at;
  const type = streamType(world, stream);
  const codec = indexCodec(type);
  if (codec === undefined) {
    throw badRequest(`The type '${type.Id}' needs exactly one key, a time or a number.`);
  }
  const { computed } = stream;
  const reader = streamReader({
    computed,
    written: world.overlay.of(stream.id),
    visible: visibleAt(world, at.nowMs),
    history: computed === undefined ? undefined : world.histories.of(computed),
    by: at.isFinal === true ? Infinity : undefined,
  });
  return { stream, type, codec, reader };
}

export function shapeOf(open: OpenStream, verbose: boolean): EventShape {
  return { codec: open.codec, type: open.type, verbose };
}
