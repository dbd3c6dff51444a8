import { eventually } from "./eventually.ts";

// deno-lint-ignore no-explicit-any -- the body of a request, read by tests
type Json = any;

export interface SeenModelRequest {
  path: string;
  search: string;
  headers: Headers;
  body: Json;
}

/** One answer that the server shall give; a function makes one of the request. */
export type Scripted =
  | { text: string; usage?: Json; finish?: string }
  | { calls: { id?: string; name: string; arguments: string }[]; text?: string }
  | { respond: (request: SeenModelRequest) => Response | Promise<Response> };

/** An OpenAI-compatible server on 127.0.0.1 that answers as the test says, and keeps what it was sent. */
export class ModelServer implements AsyncDisposable {
  readonly seen: SeenModelRequest[] = [];
  readonly script: (Scripted | ((request: SeenModelRequest) => Scripted))[] = [];
  /** When the script is at its end. */
  otherwise: (request: SeenModelRequest) => Scripted = () => ({ text: "ready" });
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  /** Kept, since the signal of a collected request never fires. */
  readonly #requests: Request[] = [];
  readonly #stalled: (() => void)[] = [];
  /** Requests whose client went away before the answer's end. */
  left = 0;

  constructor() {
    this.#server = Deno.serve(
      { port: 0, hostname: "127.0.0.1", onListen: () => {} },
      (request) => this.#serve(request),
    );
  }

  get port(): number {
    return this.#server.addr.port;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}/v1`;
  }

  get last(): SeenModelRequest {
    return this.seen[this.seen.length - 1];
  }

  asked(times: number): Promise<unknown> {
    return eventually(`the model is asked ${times} times`, () => this.seen.length >= times);
  }

  /** An answer that does not come while the server runs. */
  stall(): Promise<Response> {
    return new Promise((resolve) => this.#stalled.push(() => resolve(new Response(null, { status: 500 }))));
  }

  async #serve(request: Request): Promise<Response> {
    const url = new URL(request.url);
    this.#requests.push(request);
    request.signal.addEventListener("abort", () => this.left++);
    const body = JSON.parse(await request.text() || "null");
    const seen = { path: url.pathname, search: url.search, headers: request.headers, body };
    this.seen.push(seen);
    const next = this.script.shift() ?? this.otherwise;
    const scripted = typeof next === "function" ? next(seen) : next;
    if ("respond" in scripted) return await scripted.respond(seen);
    return body.stream === true ? streamed(scripted) : plain(scripted);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const release of this.#stalled) release();
    await this.#server.shutdown();
  }
}

const USAGE = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };

type Spoken = Exclude<Scripted, { respond: unknown }>;

function plain(scripted: Spoken): Response {
  const calls = "calls" in scripted ? scripted.calls.map(wireCall) : undefined;
  const message = { role: "assistant", content: scripted.text ?? null, ...(calls && { tool_calls: calls }) };
  const finish = "finish" in scripted && scripted.finish || (calls ? "tool_calls" : "stop");
  return Response.json({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "test",
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: "usage" in scripted ? scripted.usage : USAGE,
  });
}

function wireCall(call: { id?: string; name: string; arguments: string }, index: number) {
  return {
    id: call.id ?? `call_${index}`,
    type: "function",
    function: { name: call.name, arguments: call.arguments },
  };
}

/** Words in pieces of four characters; each call's name first, then its arguments in pieces of three. */
function streamed(scripted: Spoken): Response {
  const deltas: Json[] = [{ role: "assistant", content: "" }];
  for (const piece of (scripted.text ?? "").match(/[\s\S]{1,4}/g) ?? []) deltas.push({ content: piece });
  const calls = "calls" in scripted ? scripted.calls.map(wireCall) : [];
  for (const [index, { id, type, function: { name, arguments: text } }] of calls.entries()) {
    deltas.push({ tool_calls: [{ index, id, type, function: { name, arguments: "" } }] });
    for (const piece of text.match(/[\s\S]{1,3}/g) ?? []) {
      deltas.push({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }
  const finish = calls.length > 0 ? "tool_calls" : "stop";
  return sse([
    ...deltas.map((delta) => chunk([{ index: 0, delta, finish_reason: null }])),
    chunk([{ index: 0, delta: {}, finish_reason: finish }]),
    { ...chunk([]), usage: USAGE },
    "[DONE]",
  ]);
}

export function chunk(choices: Json[]): Json {
  return { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "test", choices };
}

export function sse(events: Json[]): Response {
  const text = events.map((event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\n\n`)
    .join("");
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}
