import type { StreamAddress } from "./types.ts";

/** A stored address; one without `kind` is from the time when every source was a Data Hub. */
export type StoredAddress = Partial<StreamAddress>;

export function readAddress(stored: StoredAddress): StreamAddress {
  return hasKind(stored) ? stored : { ...stored, kind: "data_hub" };
}

function hasKind(stored: StoredAddress): stored is StreamAddress {
  return stored.kind !== undefined;
}
