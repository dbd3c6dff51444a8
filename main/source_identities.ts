import { sourceIdentity, STREAM_CONTINUITY } from "../connectors/sources.ts";
import { plantText } from "../domain/asset/address.ts";
import type { SourceIdentities } from "../storage/source_identities.ts";

/** The identities of every kind of data source. */
export const SOURCE_IDENTITIES: SourceIdentities = {
  ...STREAM_CONTINUITY,
  plantOf: (settings) => plantText(settings.kind, sourceIdentity(settings).place),
};
