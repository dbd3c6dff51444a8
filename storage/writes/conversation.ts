import type { LogEntry, SessionRecord, UsageEntry } from "../../domain/conversation/types.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { keys } from "../keys.ts";

/** The scope of all entries of a provider. An owner's scope is `ownerText`. */
export const ALL = "all";

export function sessionScope(sessionId: string): string {
  return `session:${sessionId}`;
}

/** The provider, the owner and the id (a ULID) of an entry. */
export interface LogEntryLocation {
  providerId: number;
  owner: string;
  id: string;
}

export const USAGE_FIELDS = ["requests", "prompt_tokens", "completion_tokens", "total_tokens"] as const;
export type UsageField = (typeof USAGE_FIELDS)[number];

/** Writes an entry into all its scopes (all, owner, session) and counts it. */
export function logMutations(entry: LogEntry, place: LogEntryLocation): Mutation[] {
  const { providerId, owner, id } = place;
  const { kind } = entry;
  const scopes = [ALL, owner, ...(entry.session_id === null ? [] : [sessionScope(entry.session_id)])];
  return [
    ...scopes.map((scope): Mutation => ({
      type: "set",
      key: keys.aiLog(providerId, kind, scope, id),
      value: entry,
    })),
    ...[ALL, owner].map((scope): Mutation => ({
      type: "sum",
      key: keys.aiLogCount(providerId, kind, scope),
      value: 1,
    })),
    ...(entry.kind === "api_usage" ? usageSums(entry, place) : []),
  ];
}

function usageSums(entry: UsageEntry, { providerId, owner }: LogEntryLocation): Mutation[] {
  const day = isoFromMs(entry.at_ms).slice(0, 10);
  const added: Record<UsageField, number> = {
    requests: 1,
    prompt_tokens: entry.prompt_tokens,
    completion_tokens: entry.completion_tokens,
    total_tokens: entry.total_tokens,
  };
  return [ALL, owner].flatMap((scope) =>
    USAGE_FIELDS.filter((field) => added[field] > 0).map((field): Mutation => ({
      type: "sum",
      key: keys.aiUsageDay(providerId, { scope, day }, field),
      value: added[field],
    }))
  );
}

export function saveSession(session: SessionRecord): Mutation {
  return { type: "set", key: keys.aiSession(session.provider_id, session.session_id), value: session };
}
