import { assertEquals } from "@std/assert";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../simulator/data_hub/server.ts";

/** A clock that only the test advances. */
export class FakeClock {
  constructor(public ms: number) {}
  readonly now = (): number => this.ms;
}

export const START_MS = Date.UTC(2026, 2, 10, 9, 30, 0);

export type Row = Record<string, unknown>;

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  // deno-lint-ignore no-explicit-any -- answers of a foreign protocol, read member by member
  json: any;
}

export interface Ask {
  method?: string;
  body?: unknown;
  verbose?: boolean;
  headers?: Record<string, string>;
}

/** A simulator with a signed-in client and a clock that the test advances. */
export interface SimulatorFixture extends AsyncDisposable {
  simulator: Simulator;
  clock: FakeClock;
  /** Sends a request below the namespace's path. */
  ask(path: string, ask?: Ask): Promise<Reply>;
  /** GET that must answer 200. */
  get(path: string, ask?: Ask): Promise<Reply>;
}

export async function simulatorFixture(options: Partial<SimulatorOptions> = {}): Promise<SimulatorFixture> {
  const clock = new FakeClock(START_MS);
  const simulator = await startSimulator({ now: clock.now, tokenSeconds: 1e7, ...options });
  const token = (await signIn(simulator)).json.access_token;
  const root =
    `${simulator.baseUrl}/api/v1/Tenants/${simulator.tenantId}/Namespaces/${simulator.namespaceId}`;
  const ask = (path: string, { method = "GET", body, verbose = true, headers = {} }: Ask = {}) =>
    fetchReply(root + path, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: {
        Authorization: `Bearer ${token}`,
        "Accept-Verbosity": verbose ? "verbose" : "non-verbose",
        ...headers,
      },
    });
  return {
    simulator,
    clock,
    ask,
    async get(path, options) {
      const reply = await ask(path, options);
      assertEquals(reply.status, 200, `${path}: ${reply.text}`);
      return reply;
    },
    [Symbol.asyncDispose]: () => simulator.close(),
  };
}

export function signIn(simulator: Simulator, secret = simulator.clientSecret): Promise<Reply> {
  const body = new URLSearchParams({
    grant_type: "client_credentials",
    client_id: simulator.clientId,
    client_secret: secret,
  });
  return fetchReply(`${simulator.baseUrl}/identity/connect/token`, { method: "POST", body });
}

export async function fetchReply(url: string, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, init);
  const text = await response.text();
  const json = text === "" ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, text, json };
}

/** A time of the clock as an index. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

/** Creates a type with one value and a stream of it. */
export async function createStream(
  on: SimulatorFixture,
  id: string,
  code: string | number = "Double",
): Promise<void> {
  const typeId = `Own.${code}`;
  const made = await on.ask(`/Types/${typeId}`, {
    method: "POST",
    body: {
      Id: typeId,
      SdsTypeCode: "Object",
      Properties: [
        { Id: "Timestamp", IsKey: true, SdsType: { SdsTypeCode: "DateTime" } },
        { Id: "Value", SdsType: { SdsTypeCode: code } },
      ],
    },
  });
  assertEquals(made.status === 200 || made.status === 201, true, made.text);
  const body = { Id: id, Name: `Own.${id}`, TypeId: typeId };
  assertEquals((await on.ask(`/Streams/${id}`, { method: "POST", body })).status, 201);
}

export async function activeSignup(
  on: SimulatorFixture,
  ids: string[],
): Promise<{ id: string; bookmark: string }> {
  const body = { Name: "test", ResourceType: "Stream", ResourceIds: ids };
  const made = await on.ask("/signups", { method: "POST", body });
  assertEquals(made.status, 202);
  assertEquals(made.json.signupState, "Activating");
  const active = await on.get(`/Signups/${made.json.id}`);
  assertEquals(active.json.signupState, "Active");
  return { id: active.json.id, bookmark: active.json.bookmark };
}

export interface Change {
  stream: string;
  operation: string;
  event: Row;
}

/** Reads updates until a page is empty. */
export async function readFeed(
  on: SimulatorFixture,
  signup: { id: string; bookmark: string },
): Promise<{ changes: Change[]; bookmark: string; pages: number }> {
  const changes: Change[] = [];
  let { bookmark } = signup;
  for (let pages = 0; pages < 1000; pages++) {
    const { json } = await on.get(`/signups/${signup.id}/updates?bookmark=${bookmark}`);
    bookmark = json.bookmark;
    if (json.data.length === 0) return { changes, bookmark, pages };
    for (const item of json.data) {
      for (const event of item.events) {
        changes.push({ stream: item.resourceId, operation: item.operation, event });
      }
    }
  }
  throw new Error("The feed did not end");
}
