import {
  type ConversationStep,
  type ConversationTurn,
  type ProviderMessage,
  TURN_DEADLINE_MS,
} from "../../actors/provider/contract.ts";
import type { Ref } from "../../actors/runtime/types.ts";
import type { ConversationRequest } from "../../domain/conversation/schema.ts";
import { type Exchange, type FunctionCall, type Owner, ownerText } from "../../domain/conversation/types.ts";
import { GROUND_RULES, markedData } from "../../domain/conversation/plant_data.ts";
import { shareOut, tokensOf } from "../../domain/conversation/window.ts";
import { combineInstructions } from "../../domain/provider/instructions.ts";
import type { ProviderRecord } from "../../domain/provider/schema.ts";
import { usesFunctions } from "../../domain/provider/vendor.ts";
import { Refusal, refusalFromData } from "../../domain/shared/refusal.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import type { InProcessCall } from "../pipeline/in_process_client.ts";
import { FunctionRunner } from "./functions/carry_out.ts";
import { FUNCTIONS } from "./functions/table.ts";

/** One message to a model: its owner, provider and session. */
export interface Conversing {
  provider: ProviderRecord;
  request: ConversationRequest;
  owner: Owner;
  /** The API with the owner's permissions. */
  api: InProcessCall;
  /** Counts against the client's heavy limit. */
  spendHeavy(): Promise<void>;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  onToken?: (text: string) => void;
  onCall?: (call: FunctionCall) => void;
}

/** Sends a message to the model and runs the functions that it calls until it answers. Throws a Refusal. */
export async function converse(deps: AppDeps, conversing: Conversing): Promise<Exchange> {
  const { provider, signal, onToken } = conversing;
  const turn = await turnOf(deps, conversing);
  const ref = deps.ai.provider(provider.id);
  const stopTokens = onToken === undefined ? () => {} : deps.ai.onTokens(turn.turnId, onToken);
  const leave = () => ref.tell({ type: "cancel", turnId: turn.turnId });
  signal.addEventListener("abort", leave, { once: true });
  try {
    signal.throwIfAborted();
    return await steps(ref, { deps, turn, conversing });
  } catch (error) {
    if (!isOfTurn(error)) leave();
    throw error;
  } finally {
    signal.removeEventListener("abort", leave);
    stopTokens();
  }
}

/** A turn that has ended by itself is not cancelled. */
class TurnFailed extends Refusal {}

function isOfTurn(error: unknown): boolean {
  return error instanceof TurnFailed;
}

async function steps(
  ref: Ref<ProviderMessage>,
  { deps, turn, conversing }: { deps: AppDeps; turn: ConversationTurn; conversing: Conversing },
): Promise<Exchange> {
  const { api, onCall, signal, spendHeavy } = conversing;
  const { turnId, resultTokens } = turn;
  const endMs = deps.now() + TURN_DEADLINE_MS;
  const runner = new FunctionRunner({ functions: FUNCTIONS, api, resultTokens, deps, signal, spendHeavy });
  const ask = (message: ProviderMessage) =>
    ref.ask<ConversationStep>(message, { deadlineMs: Math.max(1, endMs - deps.now()) });
  let step = await ask({ type: "begin", turn });
  while (step.kind === "functions") {
    const results = await runner.carryOut(step.calls);
    for (const { record } of results) onCall?.(record);
    step = await ask({ type: "results", turnId, results });
  }
  if (step.kind === "done") return step.exchange;
  const { code, message, details } = refusalFromData(step.refusal);
  throw new TurnFailed(code, message, details);
}

const SPECS = FUNCTIONS.map(({ spec }) => spec);

async function turnOf(deps: AppDeps, conversing: Conversing): Promise<ConversationTurn> {
  const { provider, request, owner } = conversing;
  const settings = await deps.storage.aiProviders.settings(provider.id);
  const instructions = instructionsOf(deps, provider);
  const { hasFunctions, context, results } = shareOut({
    windowTokens: settings.windowTokens,
    fixedTokens: tokensOf(instructions) + tokensOf(request.message),
    functionTokens: usesFunctions(provider) ? tokensOf(JSON.stringify(SPECS)) : 0,
  });
  return {
    turnId: turnId(deps),
    settings,
    owner: ownerText(owner),
    userId: "userId" in owner ? owner.userId : undefined,
    sessionId: request.session_id ?? null,
    message: request.message,
    instructions,
    context: await contextOf(conversing, context),
    functions: hasFunctions ? SPECS : [],
    resultTokens: results,
    isStreamed: request.stream,
  };
}

function turnId(deps: AppDeps): string {
  return Array.from(deps.randomBytes(16), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The instructions of a provider and of its assistant type, if that type is active. */
export function providerInstructions({ storage }: Pick<AppDeps, "storage">, provider: ProviderRecord) {
  const type = storage.assistantTypes.get(provider.assistant_type_id ?? 0);
  return combineInstructions(type?.is_active ? type.base_instructions : "", provider.system_instructions);
}

function instructionsOf(deps: AppDeps, provider: ProviderRecord): string {
  const { combined_instructions: own } = providerInstructions(deps, provider);
  return own === "" ? GROUND_RULES : `${GROUND_RULES}\n\n${own}`;
}

/** Numbers of items to try, in falling order, until the context fits its share of the window. */
const CONTEXT_ITEMS = [50, 25, 12, 6, 3, 1];

/** The answer of the context endpoint, marked as data; null if the provider may not get it or nothing fits. */
async function contextOf(
  { provider, request, api }: Conversing,
  share: number,
): Promise<string | null> {
  if (!request.include_context || !provider.share_plant_data || share === 0) return null;
  const { context_type, time_filter } = request;
  for (const most of CONTEXT_ITEMS) {
    const line =
      `GET /api/context-data?context_type=${context_type}&time_filter=${time_filter}&max_items=${most}`;
    const text = markedData("context", (await api(line)).data);
    if (tokensOf(text) <= share) return text;
  }
  return null;
}
