import type { StreamAddress, StreamContinuity } from "../../domain/asset/types.ts";
import type { Capabilities } from "../source.ts";

/** Where a collected stream is: at its name, which tells upper from lower case. */
export interface CollectedAddress extends StreamAddress {
  readonly stream: string;
}

/** Spread these into the connector of a kind that collects. */
export const COLLECTED_CAPABILITIES: Capabilities = {
  history: true,
  feed: true,
  types: true,
  assets: true,
  sampled: true,
};

/** Ids are compared without case: an upper-case letter is marked, and so is the mark. */
export function collectedId(stream: string): string {
  return stream.replace(/[\p{Lu}\p{Lt}^]/gu, "^$&");
}

export const collectedContinuity: StreamContinuity = {
  sourceId: (address) => collectedId((address as CollectedAddress).stream),
  goOn: (stored, found) =>
    stored.data_type === found.data_type &&
      (stored.source as CollectedAddress).stream === (found.source as CollectedAddress).stream
      ? found.source
      : null,
};
