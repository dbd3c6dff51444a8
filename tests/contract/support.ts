import { KINDS_OF_TESTS } from "../support/configured.ts";
import { lazyContactPointClient } from "../../main/contact_points.ts";
import { lazyIdentityClient } from "../../main/identity.ts";
import { createApp } from "../../routes/app.ts";
import type { AppDeps, WebSettings } from "../../routes/pipeline/deps.ts";
import type { Ref } from "../../actors/runtime/types.ts";
import type { UserRecord } from "../../domain/access/schema.ts";
import { type Role, ROLES } from "../../domain/access/types.ts";
import { IncomingHeartbeats } from "../../services/heartbeats/incoming.ts";
import { Passwords } from "../../storage/access/password.ts";
import { keys } from "../../storage/keys.ts";
import { openOver } from "../../storage/open.ts";
import { kvBackend } from "../../storage/store/backend.ts";
import { NO_SOURCE } from "../../actors/source/contract.ts";
import type { Storage } from "../../storage/contract.ts";
import { apiContract } from "../support/api_contract.ts";

export const PASSWORD = "correct horse battery";
const BY = { name: "test", role: "admin" } as const;

// deno-lint-ignore no-explicit-any -- the body of an answer, read by tests
export type Json = any;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  body: Json;
}

export interface Call {
  as?: Role;
  /** Sent as JSON; a text or stream is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The address of the other end, `127.0.0.1` when absent. */
  from?: string;
  base?: string;
  /** The path or its answer is meant not to stand in the document; else that fails the test. */
  undocumented?: boolean;
}

export interface TestApp extends AsyncDisposable {
  storage: Storage;
  deps: AppDeps;
  logged: { level: string; message: string; fields?: Record<string, unknown> }[];
  call(line: string, call?: Call): Promise<Answer>;
  cookieOf(role: Role): string;
}

/** The app over real storage in memory, with one user a role. No actors: what asks one is tested elsewhere. */
export async function testApp(
  options: Partial<Omit<AppDeps, "settings">> & { settings?: Partial<WebSettings>; path?: string } = {},
): Promise<TestApp> {
  const storage = await storageWithUsers(() => (options.now ?? Date.now)(), options.path);
  const identity = lazyIdentityClient({ outboundAllow: "127.0.0.1", proxy: NO_PROXY });
  const logged: TestApp["logged"] = [];
  const deps: AppDeps = {
    storage,
    instance: (id) => nobody("instance", String(id)),
    bulk: { shardOf: () => 0, ref: (shard) => nobody("instance_bulk", String(shard)) },
    source: (id) => nobody("source", String(id)),
    sourceStatus: () => NO_SOURCE,
    sourceStatuses: () => [{ source: { id: 1, name: "default" }, status: NO_SOURCE }],
    startSource: () => Promise.resolve(),
    forgetSource: () => Promise.resolve(),
    storesArrivals: true,
    processes: () => [{ id: "alone", program: "0.1.0", isLeader: true, renewedSeconds: 0 }],
    explanations: {
      ask: () => Promise.resolve({ kind: "not_deployed" }),
      past: () => Promise.reject(new Error("There is no past here")),
    },
    backtests: {
      run: () => Promise.reject(new Error("There are no backtests here")),
      records: () => Promise.reject(new Error("There are no backtests here")),
    },
    live: { get: () => undefined, setAside: () => undefined },
    discovery: {
      configured: () => {},
      removed: () => Promise.resolve(),
      async run(source, by) {
        const found = { assets: [], streams: [], unsupported: [] };
        return { found, result: await storage.assets.applyDiscovery(found, by, source) };
      },
      status: () => ({ isRunning: false, last: null, nextMs: null, failure: null }),
    },
    ai: { provider: (id) => nobody("ai_provider", String(id)), onTokens: () => () => {} },
    identity,
    heartbeats: heartbeatsOver(storage, () => (options.now ?? Date.now)()),
    contactPoints: lazyContactPointClient({ outboundAllow: "127.0.0.1", alwaysAllow: [], proxy: NO_PROXY }),
    now: () => Date.now(),
    randomBytes,
    ready: () => true,
    log: (level, message, fields) => void logged.push({ level, message, fields }),
    ...options,
    settings: { ...SETTINGS, ...options.settings },
  };
  const app = createApp(deps);
  const cookies = await sessions(storage);
  const cookieOf = (role: Role) => `andon_session=${cookies.get(role)}`;
  return {
    storage,
    deps,
    logged,
    cookieOf,
    call: async (line, call = {}) => {
      const request = requestOf(line, {
        ...call,
        cookie: call.as === undefined ? undefined : cookieOf(call.as),
      });
      const answer = await answerOf(
        await app.fetch(request, { remoteAddr: { hostname: call.from ?? "127.0.0.1" } }),
      );
      if (!call.undocumented) await checkAnswer(line, answer);
      return answer;
    },
    async [Symbol.asyncDispose]() {
      await identity.close();
      await storage.close();
    },
  };
}

async function checkAnswer(line: string, { status, headers, text }: Answer): Promise<void> {
  const [method = "", path = ""] = line.split(" ");
  (await apiContract()).check({ method, path, status, headers, text });
}

const NO_PROXY = { https: null, http: null, no: "" };

const SETTINGS: WebSettings = {
  mode: "start",
  trustProxy: 0,
  publicUrl: null,
  allowedHosts: [],
  cookieSecure: "auto",
  localSignIn: "on",
  requireSecondFactor: "off",
  plantTimeZone: "UTC",
  rateLimits: { default: null, ai: null, heavy: null },
  rateLimitBy: "address",
};

/** A template with one of each kind of placeholder use. */
export function templateBody(packageId: number) {
  return {
    name: "Pump pressure",
    category: "health",
    package_id: packageId,
    description: "Watches a pump",
    color: "#0b57a8",
    rules: [{
      rule_id: "high",
      rule_name: "High pressure",
      event_name: "<PUMP>.High",
      conditions: [{ stream: "<PUMP>", operator: "greater_than", value: "<LIMIT>", deadband: 2 }],
    }],
    placeholders: [
      { placeholder_name: "PUMP", data_type: "NUM", description: "The pressure", is_required: true },
      { placeholder_name: "LIMIT", data_type: "NUM", description: "The limit", is_required: true },
    ],
  };
}

/** Streams of this name become known, as after a discovery. */
export async function discover(
  storage: Storage,
  names: string[],
  assetOf: (stream: string) => string = () => "Line1",
): Promise<void> {
  const streams = names.map((name) => ({
    stream_id: name,
    stream_name: name,
    display_name: name,
    asset_id: assetOf(name),
    data_type: "NUM" as const,
    uom: "bar",
    source: {
      kind: "data_hub",
      sdsStreamId: name,
      keyProperty: "Timestamp",
      valueProperty: "Value",
      typeCode: 14,
      nullable: false,
      enumMembers: null,
      piEvent: false,
    },
  }));
  const assets = [...new Set(names.map(assetOf))].map((asset_id) => (
    { asset_id, display_name: asset_id.replace(/\d/, " $&") }
  ));
  await storage.assets.applyDiscovery({ assets, streams, unsupported: [] }, BY);
}

export async function makePackage({ storage }: TestApp, name = "Utilities"): Promise<number> {
  return (await storage.packages.create({ name, description: "" }, BY)).id;
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

function nobody<M>(kind: string, id: string): Ref<M> {
  const absent = () => {
    throw new Error("No actor stands behind this test");
  };
  return {
    address: { kind, id },
    ask: () => Promise.reject(new Error("No actor stands behind this test")),
    tell: absent,
  };
}

/** Long enough for a slow machine. */
const CALL_DEADLINE_MS = 600_000;
/** The real cost is half a second a password. */
const PASSWORD_COST = { N: 1_024, r: 8, p: 1 };
/** Made once a process. */
let passwordHash: Promise<string> | undefined;

/** The users stand in the store before it is opened. */
async function storageWithUsers(now: () => number, path = ":memory:"): Promise<Storage> {
  const kv = await Deno.openKv(path);
  const password_hash = await (passwordHash ??= new Passwords(randomBytes, PASSWORD_COST).hash(PASSWORD));
  for (const [at, role] of ROLES.entries()) {
    const user: UserRecord = {
      v: 1,
      id: 1_000 + at,
      username: role,
      password_hash,
      role,
      is_active: true,
      created_at: "2026-01-01T00:00:00.000Z",
    };
    await kv.set(keys.user(user.id), user);
    await kv.set(keys.userByName(role), user.id);
  }
  return await openOver(kvBackend(kv), {
    path: ":memory:",
    now,
    random: randomBytes,
    secretsKey: randomBytes(32),
    sourceKinds: KINDS_OF_TESTS,
    passwordCost: PASSWORD_COST,
    callDeadlineMs: CALL_DEADLINE_MS,
  });
}

async function sessions(storage: Storage): Promise<Map<Role, string>> {
  const opened = await Promise.all(
    storage.access.users().map(async (user): Promise<[Role, string]> => {
      return [user.role, (await storage.access.createSession(user.id)).token];
    }),
  );
  return new Map(opened);
}

function requestOf(line: string, call: Call & { cookie: string | undefined }): Request {
  const [method, path] = line.split(" ");
  const url = `${call.base ?? "http://localhost:8000"}${path}`;
  const headers = new Headers({ host: new URL(url).host, ...call.headers });
  if (call.cookie !== undefined) headers.set("cookie", call.cookie);
  const { body } = call;
  if (body === undefined) return new Request(url, { method, headers });
  if (typeof body === "string" || body instanceof ReadableStream || body instanceof Uint8Array) {
    return new Request(url, { method, headers, body: sendable(body) });
  }
  headers.set("content-type", "application/json");
  return new Request(url, { method, headers, body: JSON.stringify(body) });
}

function sendable(body: string | ReadableStream | Uint8Array): BodyInit {
  return body instanceof Uint8Array ? new Uint8Array(body) : body;
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = /^application\/json\b/.test(response.headers.get("content-type") ?? "");
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

export function pathsOf(answer: Answer): string[] {
  return (answer.body.details?.issues ?? []).map((issue: { path: string }) => issue.path).sort();
}

/** Notes beats; nothing is checked until it is started. */
function heartbeatsOver(storage: Storage, now: () => number): AppDeps["heartbeats"] {
  const incoming = new IncomingHeartbeats({
    heartbeats: storage.heartbeats,
    conditions: storage.ownConditions,
    onPublished: () => () => {},
    now,
    after: () => () => {},
    log: () => {},
  });
  return {
    status: () => ({ shards: [{ shard: 0, lastBeatMs: null, isLate: false }], isNotifierLate: false }),
    seen: (record) => incoming.seen(record),
    beat: (name) => incoming.beat(name),
  };
}
