import { DEFAULT_SOURCE } from "../source/types.ts";
import type { StreamAddress } from "./types.ts";

/** A stored address. Without `kind` it belongs to a Data Hub, the first kind of source. */
export type StoredAddress = Partial<StreamAddress>;

export function kindOf({ kind = "data_hub" }: StoredAddress): string {
  return kind;
}

/** The source that has a stream or an asset. */
export function sourceOfStream({ source_id = DEFAULT_SOURCE }: { source_id?: number }): number {
  return source_id;
}

export function readAddress(stored: StoredAddress): StreamAddress {
  return { ...stored, kind: kindOf(stored) };
}

/** A plant, see `plantText`. Undefined: not known, so every stream belongs to it. */
export interface Place {
  plant: string | undefined;
}

/** Whether a stream belongs to another plant. One that is stored without a plant belongs to any. */
export function isOfOtherPlant({ plant: own }: { plant?: string }, { plant }: Place): boolean {
  return own !== undefined && plant !== undefined && own !== plant;
}

/** The text that identifies a plant: the kind of its source, and what of the source's settings its streams are at. */
export function plantText(kind: string, place: readonly string[]): string {
  return JSON.stringify([kind, ...place]);
}
