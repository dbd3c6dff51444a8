import type { StreamAddress } from "./types.ts";

/** A stored address. Without `kind` it belongs to a Data Hub, the first kind of source. */
export type StoredAddress = Partial<StreamAddress>;

export function readAddress(stored: StoredAddress): StreamAddress {
  return hasKind(stored) ? stored : { ...stored, kind: "data_hub" };
}

function hasKind(stored: StoredAddress): stored is StreamAddress {
  return stored.kind !== undefined;
}
