import type { StreamAddress } from "./types.ts";

/** A stored address; one without `kind` is from the time when every source was a Data Hub. */
export type StoredAddress = Partial<StreamAddress>;

export function kindOf({ kind = "data_hub" }: StoredAddress): string {
  return kind;
}

export function readAddress(stored: StoredAddress): StreamAddress {
  return { ...stored, kind: kindOf(stored) };
}
