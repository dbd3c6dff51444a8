import { addressBelow, type Query } from "../api_address.ts";
import type { WireAnswer, WireRequest } from "../exchange.ts";
import { AnswerRefused, connectionFailed, cutText, vendorText } from "../source_failure.ts";
import type { RequestKind } from "../pacing.ts";
import { followRedirects } from "../redirects.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Transport } from "../transport.ts";
import { parseWire } from "../wire.ts";
import type { Limits } from "./limits.ts";
import { batchAnswer, webException } from "./wire.ts";

/** A call below the address of the PI Web API. All calls read, so they may be repeated. */
export interface Call {
  method?: "GET" | "POST";
  path: readonly string[];
  query?: Query;
}

export interface CallOptions {
  work: RequestKind;
  signal?: AbortSignal;
}

/** The answers to several calls, in their order: the body, or why this one call was refused. */
export interface Outcomes {
  bodies: readonly (unknown | AnswerRefused)[];
  sentAtMs: Ms;
}

export interface Api {
  readonly host: string;
  /** Returns a successful answer; throws a Refusal for anything else. */
  call(call: Call, options: CallOptions): Promise<WireAnswer>;
  /** Sends calls in as few requests as the server allows. Throws what is not a matter of a single call. */
  callAll(calls: readonly Call[], options: CallOptions): Promise<Outcomes>;
}

export interface ApiOptions extends Transport {
  base: string;
  limits: Limits;
  /** The header by which we sign in; null: the client certificate does. */
  authorization: string | null;
  /** Texts that no message may contain. */
  secrets: readonly string[];
}

/** Servers refuse a POST without this header, as a defence against forged requests. */
const NOT_FORGED = { "X-Requested-With": "XMLHttpRequest" };
/** Statuses of a server that takes no batches. */
const NO_BATCH = [403, 404, 405, 501];
/** Statuses that a single call has by itself; those from 500 on only beside calls that succeed, all others never. */
const OF_ONE_CALL = [400, 403, 404, 405, 409, 413, 414, 501];

export function createApi(options: ApiOptions): Api {
  const { exchange, pace, retry, base, limits, authorization, secrets } = options;
  const { host } = new URL(base);
  let takesBatches = true;

  async function send(call: Call & { body?: unknown }, { work, signal }: CallOptions): Promise<WireAnswer> {
    const { method = "GET", path, query, body } = call;
    const wire: WireRequest = {
      method,
      url: addressBelow(base, path, query),
      headers: {
        accept: "application/json",
        ...authorization === null ? {} : { authorization },
        ...method === "POST" ? NOT_FORGED : {},
        ...body === undefined ? {} : { "content-type": "application/json" },
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    };
    const paced = async (request: WireRequest) => {
      signal?.throwIfAborted();
      await pace(work);
      return await exchange(request);
    };
    const answer = await retry(() => followRedirects(wire, { exchange: paced }), true);
    const { status } = answer;
    if (status < 200 || status >= 300) throw refused(call, answer, hintOf(answer));
    const hidden = webException.safeParse(answer.body);
    if (!hidden.success) return answer;
    const { WebException: within } = hidden.data;
    throw refused(call, { status: within.StatusCode, body: within });
  }

  function refused(
    call: Call,
    { status, body }: Pick<WireAnswer, "status" | "body">,
    hint = "",
  ): AnswerRefused {
    const what = cutText(`${call.method ?? "GET"} ${call.path.join("/")}`);
    const said = status >= 300 && status < 400
      ? "a redirect that is not followed"
      : vendorText(body, [...secrets]);
    const words = [said, hint].filter((word) => word !== "").join("; ");
    const reason = `${host} answered ${status} to ${what}`;
    return new AnswerRefused(status, words === "" ? reason : `${reason}: ${words}`);
  }

  /** Undefined when the server takes no batches. */
  async function sendBatch(calls: readonly Call[], options: CallOptions): Promise<Outcomes | undefined> {
    const body = Object.fromEntries(calls.map(({ method = "GET", path, query }, index) => [
      String(index + 1),
      {
        Method: method,
        Resource: addressBelow(base, path, query).href,
        ...method === "POST" ? { Headers: NOT_FORGED } : {},
      },
    ]));
    let answer: WireAnswer;
    try {
      answer = await send({ method: "POST", path: ["batch"], body }, options);
    } catch (error) {
      if (error instanceof AnswerRefused && NO_BATCH.includes(error.status)) return undefined;
      throw error;
    }
    const parts = parseWire(batchAnswer, answer.body, "the batch");
    const bodies = calls.map((call, index) => {
      const part = parts[String(index + 1)];
      if (part === undefined) throw connectionFailed(`${host} left out an answer of a batch`);
      const { Status: status, Content: content } = part;
      return status >= 200 && status < 300 ? content : refused(call, { status, body: content });
    });
    const someSucceed = bodies.some((body) => !(body instanceof AnswerRefused));
    for (const body of bodies) if (body instanceof AnswerRefused) checkOfOneCall(body, { someSucceed });
    return { bodies, sentAtMs: answer.sentAtMs };
  }

  async function sendSingly(calls: readonly Call[], options: CallOptions): Promise<Outcomes> {
    const bodies: (unknown | AnswerRefused)[] = [];
    let sentAtMs: Ms = Infinity;
    for (const call of calls) {
      try {
        const answer = await send(call, options);
        sentAtMs = Math.min(sentAtMs, answer.sentAtMs);
        bodies.push(answer.body);
      } catch (error) {
        if (!(error instanceof AnswerRefused)) throw error;
        checkOfOneCall(error, { someSucceed: false });
        bodies.push(error);
      }
    }
    return { bodies, sentAtMs };
  }

  return {
    host,
    call: send,
    async callAll(calls, options) {
      const all: Outcomes[] = [];
      for (let at = 0; at < calls.length; at += limits.batchSize) {
        const some = calls.slice(at, at + limits.batchSize);
        const together = takesBatches && some.length > 1 ? await sendBatch(some, options) : undefined;
        if (together === undefined && some.length > 1) takesBatches = false;
        all.push(together ?? await sendSingly(some, options));
      }
      return {
        bodies: all.flatMap(({ bodies }) => bodies),
        sentAtMs: Math.min(...all.map(({ sentAtMs }) => sentAtMs)),
      };
    },
  };
}

/** Throws a refusal that is a matter of the server. */
function checkOfOneCall(refusal: AnswerRefused, { someSucceed }: { someSucceed: boolean }): void {
  const { status } = refusal;
  if (!OF_ONE_CALL.includes(status) && !(someSucceed && status >= 500)) throw refusal;
}

/** A server that only takes Windows' own ways to sign in says so. */
function hintOf({ status, headers }: WireAnswer): string {
  const offered = headers.get("www-authenticate");
  if (status !== 401 || offered === null || /basic|bearer/i.test(offered)) return "";
  return `it offers only ${cutText(offered)}; enable Basic authentication in the configuration of PI Web API`;
}
