import { isoFromMs, type Ms } from "../../../domain/shared/time.ts";
import type { JsonObject } from "../sds_types.ts";
import type { CatalogStream } from "../stream_catalog.ts";
import { type FaultRegistry, isInForce, type SetFault } from "./fault_registry.ts";
import { retyped } from "./retyped.ts";
import type { SpecOf } from "./schema.ts";
import { type NamedStream, streamsOf } from "./stream_fault.ts";

type StreamChangingFault = SetFault<
  SpecOf<"streams_changed"> | SpecOf<"streams_removed"> | SpecOf<"types_changed">
>;

interface Change {
  fault: StreamChangingFault;
  matches: (stream: NamedStream) => boolean;
}

/** The effects of faults on stream objects at one time: some are removed, some changed. */
export interface StreamChanges {
  readonly any: boolean;
  /** Whether the types of some are replaced. */
  readonly retypes: boolean;
  isRemoved(stream: CatalogStream): boolean;
  /** The stream as changed by faults; the same object when unchanged. */
  changed(stream: CatalogStream): CatalogStream;
  /** The possible original names of a stream with this current name. */
  originalNames(name: string): string[];
}

export function streamChanges(registry: FaultRegistry, nowMs: Ms): StreamChanges {
  const all = [
    ...registry.ofKind("streams_removed"),
    ...registry.ofKind("streams_changed"),
    ...registry.ofKind("types_changed"),
  ];
  const started: Change[] = all.filter((fault) => fault.startMs <= nowMs)
    .map((fault) => ({ fault, matches: streamsOf(fault) }));
  const inForce = started.filter(({ fault }) => isInForce(fault, nowMs));
  return {
    any: started.length > 0,
    retypes: inForce.some(({ fault }) => fault.spec.kind === "types_changed"),
    isRemoved: (stream) =>
      inForce.some(({ fault, matches }) =>
        fault.spec.kind === "streams_removed" && matches(namedStream(stream))
      ),
    changed(stream) {
      let changed = stream;
      for (const { fault, matches } of started) {
        if (matches(namedStream(stream))) changed = changedBy(fault, changed, nowMs);
      }
      return changed;
    },
    originalNames: (name) => inForce.flatMap(({ fault }) => withoutSuffix(fault, name)),
  };
}

export function namedStream(stream: CatalogStream): NamedStream {
  return { id: stream.id, name: String(stream.json.Name ?? stream.id) };
}

function withoutSuffix({ spec }: StreamChangingFault, name: string): string[] {
  const suffix = spec.kind === "streams_changed" ? spec.name_suffix : undefined;
  return suffix !== undefined && name.endsWith(suffix) ? [name.slice(0, -suffix.length)] : [];
}

/** Removal and return count as changes, too: ModifiedDate is the time of the last one. */
function changedBy(fault: StreamChangingFault, stream: CatalogStream, nowMs: Ms): CatalogStream {
  const hasEnded = fault.endMs <= nowMs;
  const json: JsonObject = {
    ...stream.json,
    ModifiedDate: sevenDigits(hasEnded ? fault.endMs : fault.startMs),
  };
  if (!hasEnded && fault.spec.kind === "streams_changed") {
    const { name_suffix, description, uom } = fault.spec;
    if (name_suffix !== undefined) json.Name = `${json.Name ?? stream.id}${name_suffix}`;
    if (description !== undefined) json.Description = description;
    if (uom !== undefined) json.PropertyOverrides = [{ SdsTypePropertyId: "Value", Uom: uom }];
  }
  const computed = hasEnded || fault.spec.kind !== "types_changed" || stream.computed === undefined
    ? stream.computed
    : retyped(stream.computed, fault.spec.change);
  if (computed === stream.computed || computed === undefined) return { ...stream, json };
  return { ...stream, typeId: computed.type.Id, computed, json: { ...json, TypeId: computed.type.Id } };
}

/** A time with seven decimals, as the vendor writes the dates of objects. */
export function sevenDigits(ms: Ms): string {
  return isoFromMs(ms).replace("Z", "0000Z");
}
