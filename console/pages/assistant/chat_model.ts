import type { Schemas } from "../../api/client.ts";
import type { SentEvent } from "../../api/server_sent.ts";
import { namedIn } from "../../../domain/conversation/evidence.ts";
import { loggedProposal } from "./logged_proposal.ts";

export type Exchange = Schemas["ConversationExchange"];
export type FunctionCall = Schemas["FunctionCall"];
export type LogEntry = Schemas["ConversationLogEntry"];
export type CallLogEntry = Schemas["FunctionCallLogEntry"];

/** A question with its answer. */
export interface ChatEntry {
  key: string;
  atMs: number;
  question: string;
  answer: string;
  calls: readonly FunctionCall[];
  state: "waiting" | "answering" | "done" | "stopped" | "failed";
  /** Why the answer is missing or incomplete. */
  problem: string | null;
  evidence: Exchange["evidence"];
  unverified: Exchange["unverified"];
  proposals: Exchange["proposals"];
  /** False if read from the log: its references were not verified again. */
  isChecked: boolean;
}

export function newEntry(question: string, atMs: number): ChatEntry {
  return {
    key: `${atMs}`,
    atMs,
    question,
    answer: "",
    calls: [],
    state: "waiting",
    problem: null,
    evidence: [],
    unverified: [],
    proposals: [],
    isChecked: true,
  };
}

/** The entry after an event of its stream; `session` is set once the exchange is complete. */
export function afterSent(
  entry: ChatEntry,
  { event, data }: SentEvent,
): { entry: ChatEntry; session?: string } {
  if (event === "token") {
    return { entry: { ...entry, state: "answering", answer: entry.answer + textIn(data) } };
  }
  if (event === "function_call") return { entry: { ...entry, calls: [...entry.calls, callIn(data)] } };
  if (event !== "done") return { entry };
  const exchange = exchangeIn(data);
  return { entry: finished(entry, exchange), session: exchange.session_id };
}

/** The OpenAPI document describes the events of the stream. */
function textIn(data: unknown): string {
  return (data as { text: string }).text;
}
function callIn(data: unknown): FunctionCall {
  return data as FunctionCall;
}
function exchangeIn(data: unknown): Exchange {
  return data as Exchange;
}

function finished(entry: ChatEntry, exchange: Exchange): ChatEntry {
  const { response: answer, function_calls: calls, evidence, unverified, proposals } = exchange;
  return { ...entry, answer, calls, state: "done", evidence, unverified, proposals };
}

/** Times in the conversation log are UTC without a zone. */
export function logMs(timestamp: string): number {
  return Date.parse(`${timestamp}Z`);
}

/** Builds a session's entries from the ends of its two logs, oldest first; both end with the same call. */
export function chatEntriesOf(log: readonly LogEntry[], calls: readonly CallLogEntry[]): ChatEntry[] {
  const entries: ChatEntry[] = [];
  let call = calls.length - log.filter(({ type }) => type === "function").length;
  for (const row of log) {
    if (row.type === "user") {
      entries.push({ ...newEntry(row.content, logMs(row.timestamp)), state: "stopped", isChecked: false });
      continue;
    }
    const entry = entries.at(-1);
    if (entry === undefined) {
      if (row.type === "function") call++;
      continue;
    }
    entries[entries.length - 1] = row.type === "function"
      ? withCall(entry, row, calls[call++])
      : withAnswer(entry, row);
  }
  return entries.map((entry, index) => ({ ...entry, key: `${entry.atMs} ${index}` }));
}

function withAnswer(entry: ChatEntry, { type, content }: LogEntry): ChatEntry {
  if (type === "error") return { ...entry, state: "failed", problem: content };
  const evidence = namedIn(content).events.map((id) => ({ type: "event" as const, id, name: "" }));
  return { ...entry, state: "done", answer: content, evidence };
}

function withCall(entry: ChatEntry, logged: LogEntry, details: CallLogEntry | undefined): ChatEntry {
  const call = loggedCall(logged, details);
  const proposal = loggedProposal(call);
  return {
    ...entry,
    calls: [...entry.calls, call],
    proposals: proposal === undefined ? entry.proposals : [...entry.proposals, proposal],
  };
}

function loggedCall({ content }: LogEntry, call: CallLogEntry | undefined): FunctionCall {
  const [name = "", ...summary] = content.split(": ");
  return {
    name,
    arguments: call !== undefined && call.name === name ? call.arguments : {},
    result_summary: summary.join(": "),
    duration_ms: call?.duration_ms ?? 0,
    outcome: call?.outcome ?? "success",
  };
}

export interface SessionRow {
  id: string;
  /** The oldest question in the log. */
  title: string;
  lastMs: number;
  questions: number;
}

/** Groups questions by session, newest first; `log` has the questions, newest first. */
export function sessionsOf(log: readonly LogEntry[]): SessionRow[] {
  const sessions = new Map<string, SessionRow>();
  for (const { session_id: id, content, timestamp } of log) {
    const known = sessions.get(id);
    sessions.set(id, {
      id,
      title: content,
      lastMs: known?.lastMs ?? logMs(timestamp),
      questions: (known?.questions ?? 0) + 1,
    });
  }
  return [...sessions.values()];
}

/** The part of the chat's state that is kept in the address. */
export interface ChatView {
  provider: number | null;
  session: string;
}

export function chatView(query: Readonly<Record<string, string>>): ChatView {
  const provider = /^[1-9]\d{0,14}$/.test(query.provider ?? "") ? Number(query.provider) : null;
  return { provider, session: query.session ?? "" };
}

export function chatAddress({ provider, session }: ChatView): string {
  const query = new URLSearchParams();
  if (provider !== null) query.set("provider", String(provider));
  if (session !== "") query.set("session", session);
  return query.size === 0 ? "/assistant" : `/assistant?${query}`;
}
