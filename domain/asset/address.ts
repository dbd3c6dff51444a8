import type { StreamAddress } from "./types.ts";

/** A stored address. Without `kind` it belongs to a Data Hub, the first kind of source. */
export type StoredAddress = Partial<StreamAddress>;

export function kindOf({ kind = "data_hub" }: StoredAddress): string {
  return kind;
}

export function readAddress(stored: StoredAddress): StreamAddress {
  return { ...stored, kind: kindOf(stored) };
}

/** The text that identifies a plant: the kind of its source, and what of the source's settings its streams are at. */
export function plantText(kind: string, place: readonly string[]): string {
  return JSON.stringify([kind, ...place]);
}
