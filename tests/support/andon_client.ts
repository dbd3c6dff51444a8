import { oneTimeCode } from "./one_time_code.ts";
import { apiContract } from "./api_contract.ts";

/** A JSON object as it came. */
export type Json = Record<string, unknown>;

export interface Answer {
  status: number;
  headers: Headers;
  // deno-lint-ignore no-explicit-any -- tests assert on what they read
  body: any;
}

/** The connections of all clients to an Andon, by its address. */
const connections = new Map<string, Deno.HttpClient>();

/** Closes the idle ones. An Andon that stops gives clients with open connections a moment to send their last requests. */
export function closeConnections(baseUrl: string): void {
  connections.get(baseUrl)?.close();
  connections.delete(baseUrl);
}

function connectionsTo(baseUrl: string): Deno.HttpClient {
  const known = connections.get(baseUrl) ?? Deno.createHttpClient({});
  connections.set(baseUrl, known);
  return known;
}

/** A REST client with a cookie, as curl with a cookie jar would be. */
export class AndonClient {
  #cookie = "";
  /** Sent with each request. */
  headers: Record<string, string> = {};

  constructor(readonly baseUrl: string) {}

  get cookie(): string {
    return this.#cookie;
  }

  async signIn(username: string, password: string): Promise<void> {
    let answer = await this.post("/api/auth/login", { username, password });
    if (answer.body.details?.second_factor === "set_up") answer = await this.#setUpCodes();
    if (answer.status !== 200) throw new Error(`Sign-in failed: ${JSON.stringify(answer.body)}`);
  }

  get(path: string): Promise<Answer> {
    return this.send("GET", path);
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.send("POST", path, body);
  }

  put(path: string, body: unknown): Promise<Answer> {
    return this.send("PUT", path, body);
  }

  delete(path: string): Promise<Answer> {
    return this.send("DELETE", path);
  }

  /** Sends, and fails when the answer is not in the document. */
  async send(method: string, path: string, body?: unknown): Promise<Answer> {
    const { text, ...answer } = await this.#answer(method, { path, body });
    (await apiContract()).check({ method, path, text, ...answer });
    return { ...answer, body: JSON.parse(text) };
  }

  /** Sends a request that is deliberately not in the document. */
  async provoke(method: string, path: string, body?: unknown): Promise<Answer> {
    const { text, ...answer } = await this.#answer(method, { path, body });
    return { ...answer, body: JSON.parse(text) };
  }

  /** What REQUIRE_SECOND_FACTOR asks of a user without a factor. */
  async #setUpCodes(): Promise<Answer> {
    const begun = await this.ok("POST", "/api/auth/second-factors/code/begin", {});
    const code = oneTimeCode(begun.data.secret, Date.now());
    return await this.post("/api/auth/second-factors/code", { code });
  }

  async #answer(method: string, { path, body }: { path: string; body: unknown }) {
    const headers = new Headers(this.headers);
    if (this.#cookie !== "") headers.set("cookie", this.#cookie);
    if (body !== undefined) headers.set("content-type", "application/json");
    const answer = await fetch(this.baseUrl + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: "manual",
      client: connectionsTo(this.baseUrl),
    });
    const cookie = answer.headers.get("set-cookie");
    if (cookie !== null) this.#cookie = cookie.split(";")[0]!;
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  /** The answer of a call that must succeed. */
  // deno-lint-ignore no-explicit-any -- tests assert on what they read
  async ok(method: string, path: string, body?: unknown): Promise<any> {
    const answer = await this.send(method, path, body);
    if (answer.status >= 300) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  }
}
