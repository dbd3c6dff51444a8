/**
 * What the receiver does with a request: an answer, or none; it takes the message and cuts its answer, gives none, or
 * a gateway before it answers that it came too late.
 */
export type Behaviour = Response | "hang" | "cut" | "take and hang" | "take and lose";

export interface ReceivedMessage {
  key: string;
  body: unknown;
}

/**
 * A real HTTP server that takes messages and honours their key: `messages` has each key once, `requests` counts all.
 * `behave` decides about a request before it is taken; absent: each is answered by 200.
 */
export class HttpReceiver {
  readonly messages: ReceivedMessage[] = [];
  readonly repeats: string[] = [];
  /** The bodies of all requests, also of those that were refused. */
  readonly bodies: unknown[] = [];
  /** When the first request with each key came, taken or not. */
  readonly cameMs = new Map<string, number>();
  requests = 0;
  behave: (request: { key: string; number: number; body: unknown }) => Behaviour = () =>
    new Response("taken");
  readonly #server: Deno.HttpServer<Deno.NetAddr>;
  readonly #keys = new Set<string>();
  readonly #hung = new Set<() => void>();

  constructor(port = 0) {
    this.#server = Deno.serve(
      { hostname: "127.0.0.1", port, onListen: () => {}, onError: () => new Response(null, { status: 500 }) },
      (request) => this.#receive(request),
    );
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}/`;
  }

  /** The keys in the order in which they were taken. */
  get keys(): string[] {
    return this.messages.map(({ key }) => key);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const end of this.#hung) end();
    await this.#server.shutdown();
  }

  async #receive(request: Request): Promise<Response> {
    const key = request.headers.get("x-key") ?? "", body = await request.json();
    this.bodies.push(body);
    if (!this.cameMs.has(key)) this.cameMs.set(key, Date.now());
    const behaviour = this.behave({ key, number: ++this.requests, body });
    if (behaviour === "take and hang") this.#take(key, body);
    const hangs = behaviour === "hang" || behaviour === "take and hang";
    if (hangs) await new Promise<void>((resolve) => this.#hung.add(resolve));
    if (behaviour === "cut") {
      this.#take(key, body);
      return cutAnswer();
    }
    if (behaviour === "take and lose") {
      this.#take(key, body);
      return new Response("gateway timeout", { status: 504 });
    }
    const answer = hangs ? new Response("late", { status: 503 }) : behaviour;
    if (answer.ok) this.#take(key, body);
    return answer;
  }

  #take(key: string, body: unknown): void {
    if (this.#keys.has(key)) return void this.repeats.push(key);
    this.#keys.add(key);
    this.messages.push({ key, body });
  }
}

/** An answer that ends in the middle. */
export function cutAnswer(): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode("half of the answ")),
    pull: (controller) => controller.error(new Error("cut")),
  });
  return new Response(body, { headers: { "content-length": "1000" } });
}
