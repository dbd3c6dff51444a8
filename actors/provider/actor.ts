import type { ChatModel } from "../../connectors/ai/contract.ts";
import type { ProviderSettings } from "../../domain/provider/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { ActorContext, Behaviour, Effects, Turn } from "../runtime/types.ts";
import { decideAnswered } from "./answered.ts";
import { decideBegin } from "./begin.ts";
import { cancelled, decideCancel } from "./cancel.ts";
import { AI_PROVIDER } from "./contract.ts";
import { type Findings, findNamed, readSession, type SessionReads } from "./reads.ts";
import { decideResults } from "./results.ts";
import { type Inner, ProviderState } from "./state.ts";
import { decideTest, decideTested } from "./connection_test.ts";

type Prepared =
  | { kind: "session"; reads: SessionReads }
  | { kind: "findings"; findings: Findings }
  | { kind: "nothing" };

/** How providers are reached; made in each isolate. */
export interface ProviderOptions {
  createModel(settings: ProviderSettings): ChatModel;
}

/** Conversations with one provider: several at a time, each with one turn at a time. */
export function providerBehaviour(options: ProviderOptions): Behaviour<ProviderState, Inner, Prepared> {
  return {
    kind: AI_PROVIDER,
    gate: "none",
    load: (id) => Promise.resolve(new ProviderState(Number(id), options.createModel)),
    prepare,
    decide,
    mayPutAway: (state) => state.isIdle,
    putAway: (state) => state.close(),
  };
}

async function prepare(state: ProviderState, message: Inner, context: ActorContext): Promise<Prepared> {
  if (message.type === "begin") {
    const { sessionId } = message.turn;
    const reads = await readSession(context.store, { providerId: state.id, sessionId });
    return { kind: "session", reads };
  }
  if (message.type !== "answered" || !message.called.ok) return { kind: "nothing" };
  const running = state.turns.get(message.turnId);
  if (running === undefined) return { kind: "nothing" };
  const given = running.messages.flatMap(({ role, content }) =>
    role === "system" || role === "function" ? [content] : []
  );
  const isGiven = (text: string) => given.some((content) => content.includes(text));
  const findings = await findNamed(context.store, message.called.answer.text, isGiven);
  return { kind: "findings", findings };
}

function decide(state: ProviderState, message: Inner, turn: Turn<Prepared>): Effects<Inner> {
  const { prepared } = turn;
  const given = { state, nowMs: turn.nowMs, context: turn.context };
  switch (message.type) {
    case "begin":
      if (prepared.kind !== "session") throw new TypeError("Nothing was read for begin");
      return decideBegin(message.turn, prepared.reads, given);
    case "results":
      return decideResults(message, given);
    case "answered":
      return decideAnswered(message, prepared.kind === "findings" ? prepared.findings : undefined, given);
    case "cancel":
      return decideCancel(message.turnId, cancelled(), given);
    case "expire":
      return decideCancel(message.turnId, new Refusal("UNAVAILABLE", "The functions took too long"), given);
    case "test":
      return decideTest(message, given);
    case "tested":
      return decideTested(message, given);
  }
}
