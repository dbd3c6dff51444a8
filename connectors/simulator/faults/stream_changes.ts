import { isoFromMs, type Ms } from "../../../domain/shared/time.ts";
import type { JsonObject } from "../sds_types.ts";
import type { CatalogStream } from "../stream_catalog.ts";
import { type FaultBoard, isInForce, type SetFault } from "./board.ts";
import type { SpecOf } from "./schema.ts";
import { type NamedStream, streamsOf } from "./stream_fault.ts";

type Moving = SetFault<SpecOf<"streams_changed"> | SpecOf<"streams_removed">>;

interface Change {
  fault: Moving;
  fits: (stream: NamedStream) => boolean;
}

/** What faults make of the streams' objects at one moment: some are away, some look different. */
export interface StreamChanges {
  readonly any: boolean;
  isAway(stream: CatalogStream): boolean;
  /** The stream as it stands now; the same object when nothing touches it. */
  standing(stream: CatalogStream): CatalogStream;
  /** The names under which a stream may stand that is now called so. */
  namesBefore(name: string): string[];
}

export function streamChanges(board: FaultBoard, nowMs: Ms): StreamChanges {
  const all = [...board.ofKind("streams_removed"), ...board.ofKind("streams_changed")];
  const begun: Change[] = all.filter((fault) => fault.startMs <= nowMs)
    .map((fault) => ({ fault, fits: streamsOf(fault) }));
  const inForce = begun.filter(({ fault }) => isInForce(fault, nowMs));
  return {
    any: begun.length > 0,
    isAway: (stream) =>
      inForce.some(({ fault, fits }) => fault.spec.kind === "streams_removed" && fits(namedStream(stream))),
    standing(stream) {
      let standing = stream;
      for (const { fault, fits } of begun) {
        if (fits(namedStream(stream))) standing = changedBy(fault, standing, nowMs);
      }
      return standing;
    },
    namesBefore: (name) => inForce.flatMap(({ fault }) => withoutSuffix(fault, name)),
  };
}

export function namedStream(stream: CatalogStream): NamedStream {
  return { id: stream.id, name: String(stream.json.Name ?? stream.id) };
}

function withoutSuffix({ spec }: Moving, name: string): string[] {
  const suffix = spec.kind === "streams_changed" ? spec.name_suffix : undefined;
  return suffix !== undefined && name.endsWith(suffix) ? [name.slice(0, -suffix.length)] : [];
}

/** Going and coming back are changes, too: the date says when the object last became what it is. */
function changedBy(fault: Moving, stream: CatalogStream, nowMs: Ms): CatalogStream {
  const over = fault.endMs <= nowMs;
  const json: JsonObject = {
    ...stream.json,
    ModifiedDate: sevenDigits(over ? fault.endMs : fault.startMs),
  };
  if (!over && fault.spec.kind === "streams_changed") {
    const { name_suffix, description, uom } = fault.spec;
    if (name_suffix !== undefined) json.Name = `${json.Name ?? stream.id}${name_suffix}`;
    if (description !== undefined) json.Description = description;
    if (uom !== undefined) json.PropertyOverrides = [{ SdsTypePropertyId: "Value", Uom: uom }];
  }
  return { ...stream, json };
}

/** A moment as the vendor writes dates of objects. */
export function sevenDigits(ms: Ms): string {
  return isoFromMs(ms).replace("Z", "0000Z");
}
