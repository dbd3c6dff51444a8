import type { CarriedOut, ConversationTurn } from "./contract.ts";
import {
  type ConversationEntry,
  type EntryType,
  type Exchange,
  type FunctionCallEntry,
  type LogEntry,
  NO_TOKENS,
  type Outcome,
  type Proposal,
  type TokenUsage,
  type UsageEntry,
} from "../../domain/conversation/types.ts";
import type { FrameDraft, Mutation } from "../../domain/shared/commit.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { logMutations } from "../../storage/writes/conversation.ts";
import { newUlid } from "../../storage/writes/ulid.ts";
import type { ActorContext } from "../runtime/types.ts";

/** The session and turn that entries belong to, and their time. A test of a provider has no session. */
export interface Log<Session extends string | null = string | null> {
  providerId: number;
  owner: string;
  sessionId: Session;
  nowMs: Ms;
  context: ActorContext;
}

export function logged(log: Log, entries: LogEntry[]): Mutation[] {
  const { providerId, owner, nowMs, context } = log;
  return entries.flatMap((entry) =>
    logMutations(entry, { providerId, owner, id: newUlid(nowMs, () => context.random()) })
  );
}

export function said(log: Log<string>, type: EntryType, content: string): ConversationEntry {
  return { v: 1, kind: "conversation", at_ms: log.nowMs, session_id: log.sessionId, type, content };
}

/** A request to the model, for the usage log. */
export function modelCall(
  log: Log,
  { model, durationMs, usage, outcome }: {
    model: string;
    durationMs: Ms;
    usage?: TokenUsage;
    outcome: Outcome;
  },
): UsageEntry {
  return {
    v: 1,
    kind: "api_usage",
    at_ms: log.nowMs,
    session_id: log.sessionId,
    operation: "chat.completions",
    model,
    duration_ms: durationMs,
    outcome,
    ...(usage ?? NO_TOKENS),
  };
}

const LONGEST_ARGUMENTS = 4_000;

/** A function call, for the function log and the conversation. */
export function called(log: Log<string>, { record, error }: CarriedOut): LogEntry[] {
  const text = JSON.stringify(record.arguments);
  const given = text.length <= LONGEST_ARGUMENTS ? record.arguments : `${text.slice(0, LONGEST_ARGUMENTS)}…`;
  const entry: FunctionCallEntry = {
    v: 1,
    kind: "function_call",
    at_ms: log.nowMs,
    session_id: log.sessionId,
    name: record.name,
    arguments: given,
    duration_ms: record.duration_ms,
    outcome: record.outcome,
    error,
  };
  return [entry, said(log, "function", `${record.name}: ${record.result_summary}`)];
}

/** The most that a push frame holds; see `frames` of a commit. */
const LARGEST_FRAME_CHARACTERS = 25_000;

/**
 * Push frames for the owner's browsers; none for an API key. When an exchange is too large for a frame, its proposals
 * are dropped first, then its lists.
 */
export function answerFrames(
  { userId }: Pick<ConversationTurn, "userId">,
  exchange: Exchange,
  nowMs: Ms,
): FrameDraft[] {
  if (userId === undefined) return [];
  const forms = [exchange, { ...exchange, proposals: exchange.proposals.map(withoutSeries) }];
  const bare = { ...exchange, function_calls: [], evidence: [], unverified: [], proposals: [] };
  const data = forms.find((form) => JSON.stringify(form).length <= LARGEST_FRAME_CHARACTERS) ?? bare;
  return [{ kind: "ai_response", at: isoFromMs(nowMs), data, to: userId }];
}

function withoutSeries(proposal: Proposal): Proposal {
  const { backtest } = proposal;
  if (backtest === null) return proposal;
  const left = backtest.series_left_out + backtest.series.length;
  return { ...proposal, backtest: { ...backtest, series: [], series_left_out: left } };
}
