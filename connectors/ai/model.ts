import { sleep } from "../../concurrency/sleep.ts";
import type { OpenAI } from "openai";
import type { ChatCompletionCreateParamsBase } from "openai/resources/chat/completions";
import type { ProviderSettings } from "../../domain/provider/types.ts";
import { VENDORS } from "../../domain/provider/vendor.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { PinningGuard } from "../outbound.ts";
import { createOutboundFetch, type ProxySettings } from "../outbound_fetch.ts";
import { Assembly } from "./assembly.ts";
import { boundedFetch } from "./bounded_fetch.ts";
import type { ChatModel, ModelAnswer, ModelCall, ModelRequest } from "./contract.ts";
import { Deadline } from "./deadline.ts";
import { networkReason, providerFailed, refusalIn, statusReason, vendorWords } from "./failure.ts";
import { DEFAULT_MODEL_LIMITS, type ModelLimits } from "./limits.ts";
import { answered } from "./vendor_error.ts";
import { wireFunction, wireMessage } from "./messages.ts";
import { pieceOf } from "./wire.ts";

export interface ModelOptions {
  settings: ProviderSettings;
  outbound: PinningGuard;
  proxy: ProxySettings;
  limits?: Partial<ModelLimits>;
}

/** A provider's model, spoken to by the chat-completions protocol. The protocol's package is loaded at the first call. */
export function createChatModel({ settings, outbound, proxy, limits: given }: ModelOptions): ChatModel {
  const limits = { ...DEFAULT_MODEL_LIMITS, ...given };
  const { connectMs, mostBodyBytes } = limits;
  const { fetch: unbounded, close } = createOutboundFetch({ outbound, proxy, connectMs });
  const fetch = boundedFetch(unbounded, mostBodyBytes);
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
          throw providerFailed("The conversation was broken off");
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
    // None of these may come from the environment.
    ...{ adminAPIKey: null, organization: null, project: null, webhookSecret: null, logLevel: "off" },
  });
}

interface Attempt {
  settings: ProviderSettings;
  limits: ModelLimits;
  request: ModelRequest;
  call: ModelCall;
}

async function plain(openai: OpenAI, { settings, limits, request, call }: Attempt): Promise<ModelAnswer> {
  using deadline = new Deadline(call.signal, { wholeMs: limits.answerMs });
  const assembly = new Assembly(settings.apiKey);
  try {
    const answer = await openai.chat.completions.create({ ...bodyOf(settings, request), stream: false }, {
      signal: deadline.signal,
      timeout: limits.answerMs + 1_000,
    });
    assembly.add(pieceOf(answer));
    assembly.end();
  } catch (error) {
    throw explained(error, { settings, deadline });
  }
  return spoken(assembly, settings);
}

async function streamed(
  openai: OpenAI,
  { settings, limits, request, call, onToken }: Attempt & { onToken: (text: string) => void },
): Promise<ModelAnswer> {
  using deadline = new Deadline(call.signal, { silenceMs: limits.silenceMs, wholeMs: limits.streamMs });
  const assembly = new Assembly(settings.apiKey);
  const tell = (fresh: string) => fresh !== "" && onToken(fresh);
  try {
    const body = {
      ...bodyOf(settings, request),
      ...(VENDORS[settings.type].streamOptions && { stream_options: { include_usage: true } }),
      stream: true as const,
    };
    const { data: pieces, response } = await openai.chat.completions.create(body, {
      signal: deadline.signal,
      timeout: limits.streamMs + 1_000,
    }).withResponse();
    if (!isEventStream(response)) {
      await response.body?.cancel();
      throw unreadable(settings);
    }
    for await (const piece of pieces) {
      deadline.extend();
      tell(assembly.add(pieceOf(piece)));
    }
    tell(assembly.end());
    deadline.signal.throwIfAborted();
    if (!assembly.isWhole) throw new CutOff();
  } catch (error) {
    // Of an answer at its longest, the rest is read for its usage alone.
    if (assembly.isFull && !call.signal.aborted) return spoken(assembly, settings);
    const refusal = explained(error, { settings, deadline });
    throw assembly.isEmpty ? refusal : withoutRetry(refusal);
  }
  return spoken(assembly, settings);
}

/** The stream ended before the answer did. */
class CutOff extends Error {
  override readonly message = "closed";
}

/** A web page, or an answer in one piece: none of it would be found among the events. */
function isEventStream({ headers }: Response): boolean {
  return !/^\s*(text\/html|application\/json)/i.test(headers.get("content-type") ?? "");
}

function bodyOf(settings: ProviderSettings, request: ModelRequest): ChatCompletionCreateParamsBase {
  const { messages, functions, functionChoice, answerTokens } = request;
  return {
    model: settings.model,
    messages: messages.map(wireMessage),
    [VENDORS[settings.type].limitField]: answerTokens,
    // An empty list is refused by some.
    ...(functions.length > 0 && { tools: functions.map(wireFunction), tool_choice: functionChoice }),
  };
}

function spoken(assembly: Assembly, settings: ProviderSettings): ModelAnswer {
  const answer = assembly.answer();
  if (answer.text !== "" || answer.calls.length > 0) return answer;
  throw answer.isCut ? providerFailed(SPENT) : unreadable(settings);
}

/** As models do that think first. */
const SPENT = "the model spent its longest answer before it said a word; one that thinks less may answer";

function unreadable({ baseUrl }: ProviderSettings): Refusal {
  const { host } = new URL(baseUrl);
  return providerFailed(`${host} answered nothing that can be read; is it a chat-completions address?`);
}

interface Failed {
  settings: ProviderSettings;
  deadline: Deadline;
}

function explained(error: unknown, { settings, deadline }: Failed): Refusal {
  const { host } = new URL(settings.baseUrl);
  const guarded = refusalIn(error);
  if (guarded !== undefined) return guarded;
  if (deadline.over !== undefined) return withoutRetry(providerFailed(`${host} ${deadline.over}`));
  if (deadline.signal.aborted) return withoutRetry(providerFailed("The conversation was broken off"));
  const { status, words, retryAfter } = answered(error);
  if (status === undefined) {
    return isUnreadable(error) ? unreadable(settings) : new NotReached(networkReason(error, host));
  }
  const reason = statusReason(host, status, vendorWords(words, settings.apiKey));
  return providerFailed(reason, {
    status,
    ...(retryAfter !== undefined && { retry_after_seconds: retryAfter }),
  });
}

/** Something came, but not the JSON that it said it was. */
function isUnreadable(error: unknown): boolean {
  return error instanceof SyntaxError;
}

/** No answer came: it may be asked again. */
class NotReached extends Refusal {
  constructor(reason: string) {
    super("AI_PROVIDER_ERROR", `The AI provider failed: ${reason}`, { reason });
  }
}

const REFUSED_FOR_NOW = new Set([408, 409, 429, 500, 502, 503, 504, 529]);
const unrepeatable = new WeakSet<Refusal>();

/** What the user has already been told a part of, or waited long for, is not asked again. */
function withoutRetry(refusal: Refusal): Refusal {
  unrepeatable.add(refusal);
  return refusal;
}

/** How long to wait before the one repetition; undefined when there is none. */
function retryPauseMs(error: unknown, limits: ModelLimits): number | undefined {
  if (!(error instanceof Refusal) || unrepeatable.has(error)) return undefined;
  if (error instanceof NotReached) return limits.retryPauseMs;
  const { status, retry_after_seconds: seconds } = error.details;
  if (typeof status !== "number" || !REFUSED_FOR_NOW.has(status)) return undefined;
  const askedMs = typeof seconds === "number" ? seconds * 1000 : limits.retryPauseMs;
  return askedMs <= limits.longestRetryAfterMs ? askedMs : undefined;
}
