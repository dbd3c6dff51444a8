import type { IncomingMessage } from "node:http";
import type { Writable } from "node:stream";

/** A host that can stand in a URL as it is. */
const PLAIN_HOST = /^[\w.-]+(:\d{1,5})?$|^\[[0-9a-f:.]+\](:\d{1,5})?$/i;
const WITHOUT_BODY: ReadonlySet<string> = new Set(["GET", "HEAD"]);

export interface Received {
  message: IncomingMessage;
  scheme: "http" | "https";
  /** What the answer is written to. Its close before its end means that the client has left. */
  answer: Writable;
}

/** Request without its constructor, whose cost is a third of a small request's. */
const Bare = Object.assign(function () {}, { prototype: Request.prototype }) as unknown as typeof Request;

/** A request of the HTTP server. Throws a TypeError for a target that is no path. It cannot be passed to `fetch`. */
export class ReceivedRequest extends Bare {
  readonly #from: Received;
  readonly #url: string;
  #headers: Headers | undefined;
  #signal: AbortSignal | undefined;
  /** Carries the body, once that is asked for. */
  #carrier: Request | undefined;

  constructor(from: Received) {
    super("");
    this.#from = from;
    this.#url = urlOf(from.message, from.scheme);
  }

  override get url(): string {
    return this.#url;
  }

  override get method(): string {
    return this.#from.message.method ?? "GET";
  }

  override get headers(): Headers {
    return this.#headers ??= headersOf(this.#from.message.rawHeaders);
  }

  override get signal(): AbortSignal {
    return this.#signal ??= leftSignal(this.#from.answer);
  }

  override get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    return hasBody(this.#from.message) ? this.#whole().body : null;
  }

  override get bodyUsed(): boolean {
    return this.#carrier?.bodyUsed ?? false;
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#whole().arrayBuffer();
  }

  override blob(): Promise<Blob> {
    return this.#whole().blob();
  }

  override bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return this.#whole().bytes();
  }

  override formData(): Promise<FormData> {
    return this.#whole().formData();
  }

  // deno-lint-ignore no-explicit-any -- as Request declares it
  override json(): Promise<any> {
    return this.#whole().json();
  }

  override text(): Promise<string> {
    return this.#whole().text();
  }

  override clone(): Request {
    return this.#whole().clone();
  }

  #whole(): Request {
    const { message } = this.#from;
    return this.#carrier ??= new Request(this.#url, {
      method: hasBody(message) ? "POST" : "GET",
      headers: this.headers,
      body: hasBody(message) ? bodyOf(message) : null,
    });
  }
}

function urlOf({ url = "/", headers: { host = "" } }: IncomingMessage, scheme: string): string {
  if (url.startsWith("/")) return `${scheme}://${PLAIN_HOST.test(host) ? host : "localhost"}${url}`;
  if (/^https?:\/\//i.test(url)) return url;
  if (url === "*") return `${scheme}://localhost/*`;
  throw new TypeError("The target of a request must be a path");
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let i = 0; i < raw.length; i += 2) headers.append(raw[i]!, raw[i + 1]!);
  return headers;
}

/** The body of a GET is never read. */
function hasBody({ method = "GET", headers }: IncomingMessage): boolean {
  if (WITHOUT_BODY.has(method)) return false;
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Reads the connection only as fast as the stream is read. Its cancellation leaves the connection open. */
function bodyOf(message: IncomingMessage): ReadableStream<Uint8Array<ArrayBuffer>> {
  let isEnded = false;
  const end = (finish: () => void) => {
    if (isEnded) return;
    isEnded = true;
    finish();
  };
  return new ReadableStream({
    start(controller) {
      message.on("data", (chunk: Uint8Array<ArrayBuffer>) => {
        if (isEnded) return;
        controller.enqueue(new Uint8Array(chunk));
        message.pause();
      });
      message.on("end", () => end(() => controller.close()));
      const fail = () => end(() => controller.error(new TypeError("The client left before its body ended")));
      message.on("error", fail);
      message.on("close", fail);
      message.pause();
    },
    pull: () => void message.resume(),
    cancel: () => end(() => message.resume()),
  }, { highWaterMark: 0 });
}

function leftSignal(answer: Writable): AbortSignal {
  const left = new AbortController();
  const leave = () => {
    if (!answer.writableFinished) left.abort(new DOMException("The client has left", "AbortError"));
  };
  if (answer.closed || answer.destroyed) leave();
  else answer.once("close", leave);
  return left.signal;
}
