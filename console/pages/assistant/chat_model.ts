import type { Schemas } from "../../api/client.ts";
import type { SentEvent } from "../../api/server_sent.ts";
import { namedIn } from "../../../domain/conversation/evidence.ts";
import { loggedProposal } from "./logged_proposal.ts";

export type Exchange = Schemas["ConversationExchange"];
export type FunctionCall = Schemas["FunctionCall"];
export type LogLine = Schemas["ConversationLogEntry"];
export type CallLine = Schemas["FunctionCallLogEntry"];

/** A question with its answer. */
export interface Turn {
  key: string;
  atMs: number;
  question: string;
  answer: string;
  calls: readonly FunctionCall[];
  state: "asked" | "answering" | "done" | "stopped" | "failed";
  /** Why the answer is missing or incomplete. */
  problem: string | null;
  evidence: Exchange["evidence"];
  unverified: Exchange["unverified"];
  proposals: Exchange["proposals"];
  /** False if read from the log: its references were not verified again. */
  isChecked: boolean;
}

export function asked(question: string, atMs: number): Turn {
  return {
    key: `${atMs}`,
    atMs,
    question,
    answer: "",
    calls: [],
    state: "asked",
    problem: null,
    evidence: [],
    unverified: [],
    proposals: [],
    isChecked: true,
  };
}

/** The turn after an event of its stream; `session` is set once the exchange is complete. */
export function afterSent(turn: Turn, { event, data }: SentEvent): { turn: Turn; session?: string } {
  if (event === "token") {
    return { turn: { ...turn, state: "answering", answer: turn.answer + textIn(data) } };
  }
  if (event === "function_call") return { turn: { ...turn, calls: [...turn.calls, callIn(data)] } };
  if (event !== "done") return { turn };
  const exchange = exchangeIn(data);
  return { turn: finished(turn, exchange), session: exchange.session_id };
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

function finished(turn: Turn, exchange: Exchange): Turn {
  const { response, function_calls, evidence, unverified, proposals } = exchange;
  return { ...turn, answer: response, calls: function_calls, state: "done", evidence, unverified, proposals };
}

/** Times in the conversation log are UTC without a zone. */
export function logMs(timestamp: string): number {
  return Date.parse(`${timestamp}Z`);
}

/** Builds a session's turns from the ends of its two logs, oldest first; both end with the same call. */
export function turnsOf(lines: readonly LogLine[], calls: readonly CallLine[]): Turn[] {
  const turns: Turn[] = [];
  let call = calls.length - lines.filter(({ type }) => type === "function").length;
  for (const line of lines) {
    if (line.type === "user") {
      turns.push({ ...asked(line.content, logMs(line.timestamp)), state: "stopped", isChecked: false });
      continue;
    }
    const turn = turns.at(-1);
    if (turn === undefined) {
      if (line.type === "function") call++;
      continue;
    }
    turns[turns.length - 1] = line.type === "function"
      ? withCall(turn, line, calls[call++])
      : withLine(turn, line);
  }
  return turns.map((turn, index) => ({ ...turn, key: `${turn.atMs} ${index}` }));
}

function withLine(turn: Turn, { type, content }: LogLine): Turn {
  if (type === "error") return { ...turn, state: "failed", problem: content };
  const evidence = namedIn(content).events.map((id) => ({ type: "event" as const, id, name: "" }));
  return { ...turn, state: "done", answer: content, evidence };
}

function withCall(turn: Turn, line: LogLine, logged: CallLine | undefined): Turn {
  const call = loggedCall(line, logged);
  const proposal = loggedProposal(call);
  return {
    ...turn,
    calls: [...turn.calls, call],
    proposals: proposal === undefined ? turn.proposals : [...turn.proposals, proposal],
  };
}

function loggedCall({ content }: LogLine, call: CallLine | undefined): FunctionCall {
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

/** Groups questions by session, newest first; `lines` is the log of questions, newest first. */
export function sessionsOf(lines: readonly LogLine[]): SessionRow[] {
  const sessions = new Map<string, SessionRow>();
  for (const { session_id: id, content, timestamp } of lines) {
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
