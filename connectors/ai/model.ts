import { sleep } from "../../concurrency/sleep.ts";
import type { OpenAI } from "openai";
import type { ChatCompletionCreateParamsBase } from "openai/resources/chat/completions";
import type { ProviderSettings } from "../../domain/provider/types.ts";
import { VENDORS } from "../../domain/provider/vendor.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { PinningGuard } from "../outbound.ts";
import { createOutboundFetch, type ProxySettings } from "../outbound_fetch.ts";
import { AnswerAssembler } from "./answer_assembler.ts";
import { boundedFetch } from "./bounded_fetch.ts";
import type { ChatModel, ModelAnswer, ModelCall, ModelRequest } from "./contract.ts";
import { Deadline } from "./deadline.ts";
import { networkReason, providerFailed, refusalIn, statusReason, vendorMessage } from "./failure.ts";
import { DEFAULT_MODEL_LIMITS, type ModelLimits } from "./limits.ts";
import { parseVendorError } from "./vendor_error.ts";
import { wireFunction, wireMessage } from "./messages.ts";
import { parseChunk } from "./wire.ts";

export interface ModelOptions {
  settings: ProviderSettings;
  outbound: PinningGuard;
  proxy: ProxySettings;
  limits?: Partial<ModelLimits>;
}

/** A model of a provider behind the chat-completions protocol. The client library is loaded at the first call. */
export function createChatModel({ settings, outbound, proxy, limits: overrides }: ModelOptions): ChatModel {
  const limits = { ...DEFAULT_MODEL_LIMITS, ...overrides };
  const { connectMs, maxBodyBytes } = limits;
  const { fetch: unboundedFetch, close } = createOutboundFetch({ outbound, proxy, connectMs });
  const fetch = boundedFetch(unboundedFetch, maxBodyBytes);
  let client: Promise<OpenAI> | undefined;
  const attempt = async (request: ModelRequest, call: ModelCall): Promise<ModelAnswer> => {
    const openai = await (client ??= clientOf(settings, fetch));
    return call.onToken === undefined
      ? await plain(openai, { settings, limits, request, call })
      : await streamed(openai, { settings, limits, request, call, onToken: call.onToken });
  };
  return {
    async complete(request, call) {
      try {
        return await attempt(request, call);
      } catch (error) {
        const pauseMs = retryPauseMs(error, limits);
        if (pauseMs === undefined || call.signal.aborted) throw error;
        await sleep(pauseMs, call.signal).catch(() => {
          throw providerFailed("The conversation was aborted");
        });
        return await attempt(request, call);
      }
    },
    close,
  };
}

async function clientOf(settings: ProviderSettings, fetch: typeof globalThis.fetch): Promise<OpenAI> {
  const { OpenAI } = await import("openai");
  const url = new URL(settings.baseUrl);
  const { keyHeader } = VENDORS[settings.type];
  const key = settings.apiKey ?? "none";
  return new OpenAI({
    apiKey: key,
    baseURL: url.origin + url.pathname.replace(/\/+$/, ""),
    defaultQuery: Object.fromEntries(url.searchParams),
    ...(keyHeader === "api-key" && { defaultHeaders: { "api-key": key, authorization: null } }),
    fetch,
    maxRetries: 0,
    // The library would otherwise read these from the environment.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
  });
}

interface Attempt {
  settings: ProviderSettings;
  limits: ModelLimits;
  request: ModelRequest;
  call: ModelCall;
}

async function plain(openai: OpenAI, { settings, limits, request, call }: Attempt): Promise<ModelAnswer> {
  using deadline = new Deadline(call.signal, { totalMs: limits.answerMs });
  const assembler = new AnswerAssembler(settings.apiKey);
  try {
    const answer = await openai.chat.completions.create({ ...bodyOf(settings, request), stream: false }, {
      signal: deadline.signal,
      timeout: limits.answerMs + 1_000,
    });
    assembler.add(parseChunk(answer));
    assembler.end();
  } catch (error) {
    throw refusalOf(error, { settings, deadline });
  }
  return answerOf(assembler, settings);
}

async function streamed(
  openai: OpenAI,
  { settings, limits, request, call, onToken }: Attempt & { onToken: (text: string) => void },
): Promise<ModelAnswer> {
  using deadline = new Deadline(call.signal, { idleMs: limits.idleMs, totalMs: limits.streamMs });
  const assembler = new AnswerAssembler(settings.apiKey);
  const emit = (fresh: string) => fresh !== "" && onToken(fresh);
  try {
    const body = {
      ...bodyOf(settings, request),
      ...(VENDORS[settings.type].streamOptions && { stream_options: { include_usage: true } }),
      stream: true as const,
    };
    const { data: chunks, response } = await openai.chat.completions.create(body, {
      signal: deadline.signal,
      timeout: limits.streamMs + 1_000,
    }).withResponse();
    if (!isEventStream(response)) {
      await response.body?.cancel();
      throw unreadable(settings);
    }
    for await (const chunk of chunks) {
      deadline.extend();
      emit(assembler.add(parseChunk(chunk)));
    }
    emit(assembler.end());
    deadline.signal.throwIfAborted();
    if (!assembler.isFinished) throw new StreamCutOff();
  } catch (error) {
    // Once the answer is at its limit, the rest is read only for the usage counts.
    if (assembler.isFull && !call.signal.aborted) return answerOf(assembler, settings);
    const refusal = refusalOf(error, { settings, deadline });
    throw assembler.isEmpty ? refusal : withoutRetry(refusal);
  }
  return answerOf(assembler, settings);
}

/** The stream ended before the answer was finished. */
class StreamCutOff extends Error {
  override readonly message = "closed";
}

/** False for a web page or a whole JSON answer: neither contains events. */
function isEventStream({ headers }: Response): boolean {
  return !/^\s*(text\/html|application\/json)/i.test(headers.get("content-type") ?? "");
}

function bodyOf(settings: ProviderSettings, request: ModelRequest): ChatCompletionCreateParamsBase {
  const { messages, functions, functionChoice, answerTokens } = request;
  return {
    model: settings.model,
    messages: messages.map(wireMessage),
    [VENDORS[settings.type].limitField]: answerTokens,
    // Some vendors refuse an empty list.
    ...(functions.length > 0 && { tools: functions.map(wireFunction), tool_choice: functionChoice }),
  };
}

function answerOf(assembler: AnswerAssembler, settings: ProviderSettings): ModelAnswer {
  const answer = assembler.answer();
  if (answer.text !== "" || answer.calls.length > 0) return answer;
  throw answer.isCut ? providerFailed(NO_TEXT_AT_LIMIT) : unreadable(settings);
}

/** Reasoning models can spend the whole limit before the first text. */
const NO_TEXT_AT_LIMIT =
  "the model reached its answer limit before any text; a model that reasons less may answer";

function unreadable({ baseUrl }: ProviderSettings): Refusal {
  const { host } = new URL(baseUrl);
  return providerFailed(`${host} sent an answer that cannot be read; is it a chat-completions address?`);
}

interface FailureScope {
  settings: ProviderSettings;
  deadline: Deadline;
}

function refusalOf(error: unknown, { settings, deadline }: FailureScope): Refusal {
  const { host } = new URL(settings.baseUrl);
  const guardRefusal = refusalIn(error);
  if (guardRefusal !== undefined) return guardRefusal;
  if (deadline.missed !== undefined) return withoutRetry(providerFailed(`${host} ${deadline.missed}`));
  if (deadline.signal.aborted) return withoutRetry(providerFailed("The conversation was aborted"));
  const { status, message, retryAfterSeconds } = parseVendorError(error);
  if (status === undefined) {
    return isUnreadable(error) ? unreadable(settings) : new Unreachable(networkReason(error, host));
  }
  const reason = statusReason(host, status, vendorMessage(message, settings.apiKey));
  return providerFailed(reason, {
    status,
    ...(retryAfterSeconds !== undefined && { retry_after_seconds: retryAfterSeconds }),
  });
}

/** The body was not the JSON that its headers announced. */
function isUnreadable(error: unknown): boolean {
  return error instanceof SyntaxError;
}

/** No answer arrived, so the request may be retried. */
class Unreachable extends Refusal {
  constructor(reason: string) {
    super("AI_PROVIDER_ERROR", `The AI provider failed: ${reason}`, { reason });
  }
}

const RETRYABLE_STATUSES = new Set([408, 409, 429, 500, 502, 503, 504, 529]);
const notRetryable = new WeakSet<Refusal>();

/** Marks a failure as final: the user has already seen a part of the answer, or waited long. */
function withoutRetry(refusal: Refusal): Refusal {
  notRetryable.add(refusal);
  return refusal;
}

/** How long to wait before the single retry; undefined for no retry. */
function retryPauseMs(error: unknown, limits: ModelLimits): number | undefined {
  if (!(error instanceof Refusal) || notRetryable.has(error)) return undefined;
  if (error instanceof Unreachable) return limits.retryPauseMs;
  const { status, retry_after_seconds: seconds } = error.details;
  if (typeof status !== "number" || !RETRYABLE_STATUSES.has(status)) return undefined;
  const waitMs = typeof seconds === "number" ? seconds * 1000 : limits.retryPauseMs;
  return waitMs <= limits.maxRetryAfterMs ? waitMs : undefined;
}
