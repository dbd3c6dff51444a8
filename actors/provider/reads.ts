import { namedIn } from "../../domain/conversation/evidence.ts";
import type {
  ConversationEntry,
  Evidence,
  LogEntry,
  SessionRecord,
  Unverified,
} from "../../domain/conversation/types.ts";
import type { PastExchange } from "../../domain/conversation/window.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { StorePort } from "../../domain/shared/commit.ts";
import { keys } from "../../storage/keys.ts";
import { readStreams } from "../../storage/writes/read_streams.ts";
import { sessionScope } from "../../storage/writes/conversation.ts";

/** Entries of a session that are read to build the history, at most. */
const MOST_ENTRIES = 400;

export interface SessionReads {
  session: SessionRecord | undefined;
  history: PastExchange[];
}

/** A session of a provider and its exchanges, oldest first. */
export async function readSession(
  store: StorePort,
  { providerId, sessionId }: { providerId: number; sessionId: string | null },
): Promise<SessionReads> {
  if (sessionId === null) return { session: undefined, history: [] };
  const session = await store.get<SessionRecord>(keys.aiSession(providerId, sessionId));
  if (session === undefined) return { session: undefined, history: [] };
  const scope = sessionScope(sessionId);
  const prefix = keys.aiLog(providerId, "conversation", scope, "").slice(0, 4);
  const entries = await store.list<LogEntry>({ prefix, limit: MOST_ENTRIES, reverse: true });
  const said = entries.map(({ value }) => value).filter((entry) => entry.kind === "conversation");
  return { session: session.value, history: pastExchanges(said.reverse()) };
}

/** Questions with their answers; unanswered ones are left out. */
export function pastExchanges(entries: readonly ConversationEntry[]): PastExchange[] {
  const exchanges: PastExchange[] = [];
  let question: string | undefined;
  for (const { type, content } of entries) {
    if (type === "user") question = content;
    if (type === "error") question = undefined;
    if (type !== "assistant" || question === undefined) continue;
    exchanges.push({ question, answer: content });
    question = undefined;
  }
  return exchanges;
}

export interface Findings {
  evidence: Evidence[];
  unverified: Unverified[];
}

const MOST_NAME = 200;

/**
 * Looks up what an answer names. A name that belongs to something else in the plant's data is no fault of the answer,
 * unless the answer calls it a stream.
 */
export async function findNamed(
  store: StorePort,
  answer: string,
  isGiven: (text: string) => boolean,
): Promise<Findings> {
  const { events, streams, marked } = namedIn(answer);
  const found: Findings = { evidence: [], unverified: [] };
  const eventEntries = await store.getMany<EventRecord>(events.map((id) => keys.event(id)));
  const named = await readStreams({ records: [], templates: [], names: streams }, store);
  for (const [at, id] of events.entries()) {
    const name = eventEntries[at]?.value.event_name;
    if (name !== undefined) found.evidence.push({ type: "event", id, name: name.slice(0, MOST_NAME) });
    else found.unverified.push({ type: "event", text: String(id) });
  }
  for (const name of streams) {
    const stream = named.streamByName(name), id = stream?.stream_name === name ? stream.id : undefined;
    if (id !== undefined) found.evidence.push({ type: "stream", id, name: name.slice(0, MOST_NAME) });
    else if (marked.has(name) || !isGiven(name)) {
      found.unverified.push({ type: "stream", text: name.slice(0, MOST_NAME) });
    }
  }
  return found;
}
