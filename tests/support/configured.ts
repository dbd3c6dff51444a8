import type { Actor } from "../../domain/access/types.ts";
import type { SourceRecord } from "../../domain/source/schema.ts";
import type { SourceConfig } from "../../domain/source/types.ts";
import { configurationDraft } from "../../routes/plant/default_source.ts";
import { SOURCE_KINDS } from "../../main/source_kinds.ts";
import type { Storage } from "../../storage/contract.ts";
import { BY_STREAM_ID, type SourceKinds } from "../../storage/source_kinds.ts";

/** Stores the source `default`, given as the body of POST /api/configuration. */
export function saveConfiguration(
  { sources }: Pick<Storage, "sources">,
  given: SourceConfig,
  by: Actor,
): Promise<SourceRecord> {
  return sources.saveDefault(configurationDraft(given), by);
}

const { sourceId, goOn, plantOf } = BY_STREAM_ID;
/** The kinds there are, for streams that have no address of any. */
export const KINDS_OF_TESTS: SourceKinds = { ...SOURCE_KINDS, sourceId, goOn, plantOf };
