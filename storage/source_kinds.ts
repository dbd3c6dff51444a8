import type { StreamContinuity } from "../domain/asset/types.ts";
import type { SourceConfig, SourceReading, SourceSecrets } from "../domain/source/types.ts";

/** What storage has to be told of the kinds of source, none of which it knows. */
export interface SourceKinds extends StreamContinuity {
  /** The text of the plant that settings reach, see `plantText`. */
  plantOf(kind: string, config: SourceConfig): string | undefined;
  /** Where secrets go to, see `Connector`. */
  receiverOf(kind: string, config: SourceConfig): string;
  /** How this kind is read, where a source does not say otherwise. */
  defaultsOf(kind: string): Partial<SourceReading>;
  readingOf(kind: string, config: SourceConfig, stored: SourceReading): SourceReading;
  /** The names of the secrets that it cannot do without. */
  missingSecrets(kind: string, secrets: SourceSecrets): string[];
  takesSecret(kind: string, name: string): boolean;
}

/** Streams are told apart by their `stream_id` alone, and all are of one plant. */
export const BY_STREAM_ID: SourceKinds = {
  sourceId: (address) => JSON.stringify(address),
  goOn: (_stored, found) => found.source,
  plantOf: () => undefined,
  receiverOf: () => "",
  defaultsOf: () => ({}),
  readingOf: (_kind, _config, stored) => stored,
  missingSecrets: () => [],
  takesSecret: () => true,
};
