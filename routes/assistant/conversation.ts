import { type ConversationRequest, conversationSchema } from "../../domain/conversation/schema.ts";
import type { Exchange } from "../../domain/conversation/types.ts";
import type { ProviderRecord } from "../../domain/provider/schema.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { type Answer, answerStream, answerWritten } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { type AppContext, grantedActorOf } from "../pipeline/env.ts";
import { failureBody } from "../pipeline/errors.ts";
import { eventStream } from "../pipeline/event_stream.ts";
import type { InProcessApi } from "../pipeline/in_process_client.ts";
import { captureAbortSignal } from "../pipeline/middleware/capture_abort_signal.ts";
import { heavySpending } from "../pipeline/middleware/rate_limit.ts";
import { body, newRoutes, oneOf, providerIdParam } from "../pipeline/route.ts";
import { conversationExample, exchangeShown } from "./views/schemas/conversation.ts";
import { converse, type Conversing } from "./exchange.ts";
import { ownerOf } from "./owner.ts";

export function conversationRoutes(deps: AppDeps, inside: InProcessApi) {
  const { found, exists } = oneOf({
    param: "provider_id",
    noun: "AI provider",
    find: (id) => deps.storage.aiProviders.get(id),
  });
  const spendingOf = heavySpending(deps);
  return newRoutes("AI conversation").handle("POST /api/ai-providers/{provider_id}/conversation", {
    may: { role: "operator", at: "anywhere" },
    limit: "ai",
    middleware: [exists, captureAbortSignal()],
    request: { params: providerIdParam, body: body(conversationSchema, conversationExample) },
    description: STREAM_TEXT,
    operationId: "converse",
    responses: answers("The exchange: the message and its answer", {
      data: exchangeShown,
      message: () => "The model answered",
      streams: true,
      refuses: [
        "NOT_FOUND",
        "PROVIDER_INACTIVE",
        "AI_PROVIDER_ERROR",
        "FUNCTION_CALL_FAILED",
        "CONNECTION_FAILED",
      ],
    }),
  }, async (c, message) => {
    const provider = found(c.req.valid("param").provider_id);
    refuseInactive(provider);
    const request: ConversationRequest = c.req.valid("json");
    const api = inside(grantedActorOf(c));
    const about = { provider, request, owner: ownerOf(c), api, spendHeavy: spendingOf(c) };
    if (request.stream) return await streamedAnswer(c, { deps, about });
    const exchange = await converse(deps, { ...about, signal: c.get("left") });
    return answerWritten(c, { message: message(), data: exchange });
  });
}

function refuseInactive({ is_active, display_name }: ProviderRecord): void {
  if (is_active) return;
  throw new Refusal(
    "PROVIDER_INACTIVE",
    `Provider "${display_name}" is not active; an administrator can activate it`,
  );
}

/** Until its first word is sent, the conversation can still fail with its own status code. */
async function streamedAnswer(
  c: AppContext,
  { deps, about }: { deps: AppDeps; about: Omit<Conversing, "signal"> },
): Promise<Answer<never>> {
  const stream = eventStream();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const signal = AbortSignal.any([stream.signal, c.get("left")]);
  const work = converse(deps, {
    ...about,
    signal,
    onToken: (text) => {
      stream.send("token", { text });
      begin();
    },
    onCall: (call) => {
      stream.send("function_call", call);
      begin();
    },
  });
  const finished = work.then((exchange) => finish(stream, exchange));
  await Promise.race([begun, finished]);
  finished.catch((error) => breakOff(c, { deps, stream, error }));
  return answerStream(stream.readable);
}

function finish(stream: ReturnType<typeof eventStream>, exchange: Exchange): void {
  stream.send("done", exchange);
  stream.close();
}

function breakOff(
  c: AppContext,
  { deps, stream, error }: { deps: AppDeps; stream: ReturnType<typeof eventStream>; error: unknown },
): void {
  stream.send("error", failureBody(error, c, deps));
  stream.close();
}

const STREAM_TEXT = `With \`stream: true\` the answer is \`text/event-stream\`: events \`token\` \`{text}\`, \
\`function_call\` (as in \`function_calls\`), last \`done\` (the exchange) or, after the first word, \`error\` (the body \
of a failure). Before the first word, failures are answered with their status code. Closing the stream ends the turn.

Turns of one session run one after the other; four can wait. A model can call functions in 8 rounds, 32 in all. \
Earlier exchanges are sent with the message, newest first, as many whole ones as the model's window holds; \
context takes a quarter of the window at most. \`evidence\` lists the events and streams that the answer names and that \
exist, \`unverified\` those that do not. \`proposals\` are drafts of rule templates, checked as by POST /api/templates \
and not saved. The push channel sends the exchange to the owner's browsers as \`ai_response\`.`;
