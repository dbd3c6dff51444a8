import { connectorOf, plantOf, STREAM_CONTINUITY } from "../connectors/sources.ts";
import type { SourceKinds } from "../storage/source_kinds.ts";

/** What the connectors know, for the storage. */
export const SOURCE_KINDS: SourceKinds = {
  ...STREAM_CONTINUITY,
  plantOf,
  receiverOf: (kind, config) => connectorOf(kind).receiver(config),
  defaultsOf: (kind) => connectorOf(kind).defaults,
  readingOf: (kind, config, stored) => connectorOf(kind).reading(config, stored),
  takesSecret: (kind, name) => Object.hasOwn(connectorOf(kind).secrets, name),
  missingSecrets: (kind, secrets) =>
    Object.entries(connectorOf(kind).secrets)
      .filter(([name, { isOptional }]) => !isOptional && secrets[name] === undefined)
      .map(([name]) => name),
};
