import { assert, assertEquals } from "@std/assert";
import type { Role } from "../../domain/access/types.ts";
import { type LogEntry, NO_TOKENS, ownerText } from "../../domain/conversation/types.ts";
import type { ListSelector } from "../../domain/shared/commit.ts";
import { keys, MAIN_LANE } from "../../storage/keys.ts";
import { ALL, logMutations, saveSession } from "../../storage/writes/conversation.ts";
import { newUlid } from "../../storage/writes/ulid.ts";
import { afterAllIds } from "../unit/storage/support.ts";
import { type Json, pathsOf, type TestApp, testApp } from "./support.ts";
import { Retention } from "../../services/retention.ts";

const DAY_MS = 86_400_000;

async function provider(app: TestApp): Promise<number> {
  const { body } = await app.call("POST /api/ai-providers", {
    as: "admin",
    body: { display_name: `P${crypto.randomUUID()}`, provider_type: "ollama", model_name: "m" },
  });
  return body.data.id;
}

function ownerOf(app: TestApp, role: Role): string {
  const user = app.storage.access.userByName(role);
  return ownerText({ userId: user?.id ?? 0 });
}

interface Written {
  provider: number;
  as: Role;
  session?: string;
  atMs?: number;
}

type Drafted = Partial<LogEntry> & { kind: LogEntry["kind"] };

const DEFAULTS = {
  conversation: { type: "user", content: "x" },
  function_call: { name: "f", arguments: {}, duration_ms: 1, outcome: "success", error: null },
  api_usage: { operation: "chat.completions", model: "m", duration_ms: 1, outcome: "success", ...NO_TOKENS },
};

/** Writes an entry as a provider's actor does. */
async function write(
  app: TestApp,
  { provider, as, session = "ses_1", atMs }: Written,
  draft: Drafted,
): Promise<void> {
  const at_ms = atMs ?? app.deps.now();
  const entry = { v: 1, at_ms, session_id: session, ...DEFAULTS[draft.kind], ...draft } as LogEntry;
  const id = newUlid(at_ms, Math.random);
  const owner = ownerOf(app, as);
  const at = new Date(at_ms).toISOString();
  const record = {
    v: 1,
    session_id: session,
    provider_id: provider,
    owner,
    created_at: at,
    last_used_at: at,
  } as const;
  await app.storage.store.commit({
    mutations: [...logMutations(entry, { providerId: provider, owner, id }), saveSession(record)],
  }, MAIN_LANE);
}

Deno.test("logs are listed in order, by pages, by filters, each person's own", async () => {
  await using app = await testApp();
  const id = await provider(app);
  for (let at = 0; at < 5; at++) {
    await write(app, { provider: id, as: "operator", session: `ses_${at % 2}` }, {
      kind: "conversation",
      content: `o${at}`,
    });
  }
  await write(app, { provider: id, as: "engineer", session: "ses_e" }, {
    kind: "conversation",
    type: "assistant",
    content: "e",
  });
  const contents = async (query: string, as: Role) => {
    const { body } = await app.call(`GET /api/conversation-logs/${id}${query}`, { as });
    return [body.data.logs.map(({ content }: Json) => content), body.pagination?.total];
  };
  assertEquals(await contents("", "operator"), [["o0", "o1", "o2", "o3", "o4"], undefined]);
  assertEquals(await contents("?limit=2&offset=1", "operator"), [["o1", "o2"], 5]);
  assertEquals(await contents("?limit=2&order=desc", "admin"), [["e", "o4"], 6]);
  assertEquals(await contents("?session_id=ses_1", "operator"), [["o1", "o3"], undefined]);
  assertEquals(await contents("?session_id=ses_1&limit=1&offset=1", "admin"), [["o3"], 2]);
  assertEquals(await contents("?session_id=ses_1", "engineer"), [[], undefined]);
  assertEquals(await contents("?type=assistant", "admin"), [["e"], undefined]);
  assertEquals(await contents("?limit=5&offset=6", "admin"), [[], 6]);
  const { body } = await app.call(`GET /api/conversation-logs/${id}`, { as: "engineer" });
  const [{ timestamp, ...entry }] = body.data.logs;
  assertEquals(entry, { type: "assistant", content: "e", session_id: "ses_e" });
  assert(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/.test(timestamp));
  assertEquals((await app.call(`GET /api/conversation-logs/${id}`, { as: "viewer" })).status, 403);
});

Deno.test("an administrator may ask for their own entries alone", async () => {
  await using app = await testApp();
  const id = await provider(app);
  await write(app, { provider: id, as: "operator", session: "ses_1" }, {
    kind: "conversation",
    content: "theirs",
  });
  await write(app, { provider: id, as: "admin", session: "ses_2" }, {
    kind: "conversation",
    content: "mine",
  });
  const contents = async (query: string) =>
    (await app.call(`GET /api/conversation-logs/${id}?${query}`, { as: "admin" })).body.data.logs.map((
      { content }: Json,
    ) => content);
  assertEquals(await contents(""), ["theirs", "mine"]);
  assertEquals(await contents("mine=false"), ["theirs", "mine"]);
  assertEquals(await contents("mine=true"), ["mine"]);
  assertEquals(await contents("mine=true&type=user"), ["mine"]);
  assertEquals(await contents("mine=true&session_id=ses_1"), []);
  assertEquals(await contents("mine=true&session_id=ses_2"), ["mine"]);
  const wrong = await app.call(`GET /api/conversation-logs/${id}?mine=perhaps`, { as: "admin" });
  assertEquals([wrong.status, wrong.body.details.issues[0].path], [400, "mine"]);
});

Deno.test("times narrow a log, both ends included", async () => {
  await using app = await testApp();
  const id = await provider(app);
  // Written in order: an isolate's ids never go back in time.
  const now = afterAllIds();
  const times = [0, 1_000, 2_000].map((ms) => new Date(now + ms).toISOString());
  for (const [at, ms] of [0, 1_000, 2_000].entries()) {
    await write(app, { provider: id, as: "admin", atMs: now + ms }, {
      kind: "function_call",
      name: `f${at}`,
    });
  }
  const names = async (query: string) =>
    (await app.call(`GET /api/function-call-logs/${id}?${query}`, { as: "admin" })).body.data.logs.map((
      { name }: Json,
    ) => name);
  assertEquals(await names(`from=${times[1]}`), ["f1", "f2"]);
  assertEquals(await names(`to=${times[1]}`), ["f0", "f1"]);
  assertEquals(await names(`from=${times[1]}&to=${times[1]}&outcome=success`), ["f1"]);
  assertEquals(await names("name=f2&outcome=error"), []);
  const turned = await app.call(`GET /api/raw-logs/${id}?from=${times[1]}&to=${times[0]}`, { as: "admin" });
  assertEquals([turned.status, pathsOf(turned)], [400, ["from"]]);
});

Deno.test("usage is totalled a day, for everybody and for each", async () => {
  await using app = await testApp();
  const id = await provider(app);
  const usage = { kind: "api_usage", prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 } as const;
  await write(app, { provider: id, as: "operator" }, usage);
  await write(app, { provider: id, as: "admin" }, usage);
  const totals = async (as: Role) =>
    (await app.call(`GET /api/api-usage-logs/${id}?limit=1`, { as })).body.data.totals;
  const date = new Date(app.deps.now()).toISOString().slice(0, 10);
  const day = { date, requests: 2, prompt_tokens: 20, completion_tokens: 4, total_tokens: 24 };
  assertEquals(await totals("admin"), [day]);
  assertEquals(await totals("operator"), [{
    date,
    requests: 1,
    prompt_tokens: 10,
    completion_tokens: 2,
    total_tokens: 12,
  }]);
});

Deno.test("the raw log is the three in order of time", async () => {
  await using app = await testApp();
  const id = await provider(app);
  const kinds = ["conversation", "function_call", "api_usage", "conversation"] as const;
  for (const kind of kinds) await write(app, { provider: id, as: "admin" }, { kind });
  const { body } = await app.call(`GET /api/raw-logs/${id}`, { as: "admin" });
  const levels = body.data.logs.split("\n").map((line: string) => /\] (\w+):/.exec(line)?.[1]);
  assertEquals(levels, ["USER", "FUNCTION", "API", "USER"]);
  const page = await app.call(`GET /api/raw-logs/${id}?limit=2&offset=1`, { as: "admin" });
  assertEquals([page.body.data.logs.split("\n").length, page.body.pagination.total], [2, 4]);
});

Deno.test("clearing takes conversations and sessions, and leaves the other logs", async () => {
  await using app = await testApp();
  const id = await provider(app);
  const other = await provider(app);
  for (let at = 0; at < 130; at++) {
    await write(app, { provider: id, as: "operator" }, { kind: "conversation" });
  }
  await write(app, { provider: id, as: "operator" }, { kind: "function_call" });
  await write(app, { provider: other, as: "operator" }, { kind: "conversation" });
  const { body } = await app.call(`DELETE /api/conversation-logs/${id}`, { as: "admin" });
  assert(body.message.includes("130 entries"), body.message);
  const count = async (log: string, of: number, as: Role) =>
    (await app.call(`GET /api/${log}-logs/${of}?limit=1`, { as })).body.pagination.total;
  assertEquals([await count("conversation", id, "admin"), await count("conversation", id, "operator")], [
    0,
    0,
  ]);
  assertEquals([await count("function-call", id, "admin"), await count("conversation", other, "admin")], [
    1,
    1,
  ]);
  assertEquals(await app.storage.store.get(keys.aiSession(id, "ses_1")), undefined);
  const [entry] = (await app.call("GET /api/audit-log", { as: "admin" })).body.data;
  assertEquals([entry.action, entry.resource_type, entry.resource_id], [
    "logs_cleared",
    "ai_provider",
    String(id),
  ]);
});

Deno.test("retention removes old entries, and all entries of a deleted provider", async () => {
  let nowMs = afterAllIds();
  await using app = await testApp({ now: () => nowMs });
  const id = await provider(app);
  const gone = await provider(app);
  const all = ["conversation", "function_call", "api_usage"] as const;
  const tokens = { total_tokens: 5 };
  for (const kind of all) {
    await write(app, { provider: id, as: "operator" }, { kind, ...tokens });
    await write(app, { provider: gone, as: "operator" }, { kind, ...tokens });
  }
  await app.call(`DELETE /api/ai-providers/${gone}`, { as: "admin" });
  nowMs += 10 * DAY_MS;
  await write(app, { provider: id, as: "operator", session: "ses_new" }, {
    kind: "conversation",
    content: "new",
  });
  const retention = new Retention(app.storage, {
    now: () => nowMs,
    eventDays: 5,
    auditDays: null,
    after: immediately,
  });
  await retention.run();
  const left = async (prefix: string) =>
    (await app.storage.store.list({ prefix: [prefix] })).map(({ key }) => key);
  assertEquals(
    new Set((await left("ai_log")).map((key) => `${key[1]} ${key[2]}`)),
    new Set([`${id} conversation`]),
  );
  assertEquals((await left("ai_session")).map((key) => key[2]), ["ses_new"]);
  assertEquals(await left("ai_usage_day"), []);
  const query = { kinds: ["conversation"], owner: ownerOf(app, "operator"), descending: false } as const;
  const { rows, total } = await app.storage.conversationLogs.list(id, query, { limit: 5, offset: 0 });
  assertEquals([rows.map((entry) => entry.kind === "conversation" && entry.content), total], [["new"], 1]);
  const counters = await app.storage.store.list<number>({ prefix: ["ai_log_count", gone] });
  assertEquals(counters, []);
});

Deno.test("a conversation that goes on while retention removes old ones stays", async () => {
  let nowMs = afterAllIds();
  await using app = await testApp({ now: () => nowMs });
  const { store } = app.storage, list = store.list.bind(store);
  const id = await provider(app);
  for (const session of ["ses_old", "ses_resumed"]) {
    await write(app, { provider: id, as: "operator", session }, { kind: "conversation" });
  }
  nowMs += 10 * DAY_MS;
  const retention = new Retention(app.storage, {
    now: () => nowMs,
    eventDays: 5,
    auditDays: null,
    after: immediately,
  });
  let isResumed = false;
  store.list = async <T>(selector: ListSelector) => {
    const found = await list<T>(selector);
    if (selector.prefix[0] === keys.aiSession(id, "")[0] && !isResumed) {
      isResumed = true;
      await write(app, { provider: id, as: "operator", session: "ses_resumed" }, { kind: "conversation" });
    }
    return found;
  };
  for (const left of [["ses_old", "ses_resumed"], ["ses_resumed"]]) {
    await retention.run();
    const sessions = await store.list({ prefix: ["ai_session", id] });
    assertEquals([isResumed, sessions.map(({ key }) => key[2])], [true, left]);
  }
});

Deno.test("an entry that is written while the last ones of a deleted provider are removed goes with the next run", async () => {
  await using app = await testApp();
  const { store } = app.storage, list = store.list.bind(store);
  const id = await provider(app);
  await write(app, { provider: id, as: "operator" }, { kind: "conversation" });
  await app.call(`DELETE /api/ai-providers/${id}`, { as: "admin" });
  const entries = keys.aiLog(id, "conversation", ALL, "").slice(0, -1).join();
  let isWritten = false;
  store.list = async <T>(selector: ListSelector) => {
    const found = await list<T>(selector);
    if (selector.prefix.join() === entries && found.length === 0 && !isWritten) {
      isWritten = true;
      await write(app, { provider: id, as: "operator" }, { kind: "conversation" });
    }
    return found;
  };
  const retention = new Retention(app.storage, {
    now: Date.now,
    eventDays: null,
    auditDays: null,
    after: immediately,
  });
  for (let runs = 0; runs < 2; runs++) await retention.run();
  const left = await Promise.all(["ai_log", "ai_log_count"].map((noun) => list({ prefix: [noun, id] })));
  assertEquals([isWritten, left], [true, [[], []]]);
});

/** Timers of retention that are due at once, but for the hourly ones. */
function immediately(ms: number, call: () => void): () => void {
  if (ms > 1_000) return () => {};
  const timer = setTimeout(call, 0);
  return () => clearTimeout(timer);
}
