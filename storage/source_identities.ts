import type { StreamContinuity } from "../domain/asset/types.ts";
import type { SourceSettings } from "../domain/configuration/types.ts";

/** What the connectors know of the identity of plants and streams, since storage knows no kind of source. */
export interface SourceIdentities extends StreamContinuity {
  /** The text of the plant that settings reach, see `plantText`. */
  plantOf(settings: SourceSettings): string | undefined;
}

/** Streams are told apart by their `stream_id` alone, and all are of one plant. */
export const BY_STREAM_ID: SourceIdentities = {
  sourceId: (address) => JSON.stringify(address),
  goOn: (_stored, found) => found.source,
  plantOf: () => undefined,
};
