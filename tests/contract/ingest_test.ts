import { assert, assertEquals, assertMatch } from "@std/assert";
import { gzipSync } from "node:zlib";
import type { Ref } from "../../actors/runtime/types.ts";
import { NO_SOURCE, type SourceMessage } from "../../actors/source/contract.ts";
import { connectSource } from "../../connectors/sources.ts";
import type { DataSource } from "../../connectors/source.ts";
import { createOutboundGuard } from "../../connectors/outbound.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { MOST_WAITING_BYTES, PUSHES_PER_MINUTE } from "../../routes/ingest/route.ts";
import { httpPushSettings } from "../support/http_push_harness.ts";
import { type Answer, type Call, type Json, type TestApp, testApp } from "./support.ts";

const DRAFT = { name: "Line 2", kind: "http_push", config: {} };
const MIB = 2 ** 20;

interface PushApp extends AsyncDisposable {
  app: TestApp;
  id: number;
  key: string;
  source: DataSource;
  push(path: string, call?: Call): Promise<Answer>;
}

/** The app with a source that is pushed to, whose actor is a source without one. */
async function pushApp(
  { answer, ...options }: {
    answer?: (message: SourceMessage) => unknown;
    now?: () => number;
    ready?: () => boolean;
  } = {},
): Promise<PushApp> {
  const folder = await Deno.makeTempDir();
  const source = await connectSource({
    settings: httpPushSettings(),
    now: Date.now,
    random: Math.random,
    outbound: createOutboundGuard({ allow: "", alwaysAllow: [] }),
    clientName: "test",
    folder,
  });
  const ref: Ref<SourceMessage> = {
    address: { kind: "source", id: "1" },
    async ask<Answer>(given: SourceMessage, { transfer = [] } = {}) {
      const message = structuredClone(given, { transfer });
      if (answer !== undefined) return await answer(message) as Answer;
      if (message.type === "take") return await source.take!(message.body) as Answer;
      if (message.type === "intake") return source.collected!() as Answer;
      return NO_SOURCE as Answer;
    },
    tell: () => {},
  };
  const app = await testApp({ source: () => ref, ...options });
  const { id } = (await app.call("POST /api/sources", { as: "admin", body: DRAFT })).body.data;
  const { secret: key } = (await app.call(`POST /api/sources/${id}/secrets/key`, { as: "admin" })).body.data;
  return {
    ...{ app, id, key, source },
    push: (path, call = {}) =>
      app.call(`POST ${path}`, {
        undocumented: true,
        ...call,
        headers: { authorization: `Bearer ${key}`, ...call.headers },
      }),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await source.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

const OWN = "/ingest/Line%202";
const PLAIN = { "content-type": "text/plain" };
const LINE = `press temperature=21.5 ${Date.now()}000000`;

function newest(source: DataSource): string[] {
  return source.collected!().newest.map(({ stream, value }) => `${stream}=${value}`).sort();
}

Deno.test("a push stores line protocol, an array and a sample a line, and rejects lines by number", async () => {
  await using test = await pushApp();
  const { push, source } = test;
  const lines = await push(OWN, { body: `${LINE}\nnothing\npress pressure=3i`, headers: PLAIN });
  assertEquals([lines.status, lines.body], [200, {
    stored: 2,
    rejected: [{
      line: 2,
      reason: "It has no fields; a line is `measurement,tag=value field=1,other=2 time`",
    }],
  }]);
  const array = await push(OWN, { body: [{ stream: "b", value: true }, { stream: "SYS.x", value: 1 }] });
  assertEquals([array.status, array.body], [200, {
    stored: 1,
    rejected: [{ line: 2, reason: 'Names that start with "SYS." are reserved for system tags' }],
  }]);
  const ndjson = { "content-type": "application/x-ndjson" };
  const each = await push(OWN, {
    body: '{"stream":"c","value":"run"}\n{"stream":"d","value":2}',
    headers: ndjson,
  });
  assertEquals([each.status, each.body], [200, { stored: 2, rejected: [] }]);
  assertEquals(newest(source), ["b=true", "c=run", "d=2", "press.pressure=3", "press.temperature=21.5"]);
});

Deno.test("clients of InfluxDB push by their own paths and get 204, unless a line is rejected", async () => {
  await using test = await pushApp();
  const { push, key } = test, headers = { ...PLAIN, authorization: `Token ${key}` };
  for (const path of [`${OWN}/api/v2/write?bucket=any&org=o`, "/api/v2/write?bucket=line+2&org=o"]) {
    const stored = await push(`${path}&precision=s`, {
      body: `m f=1 ${Math.floor(Date.now() / 1_000)}\n`,
      headers,
    });
    assertEquals([stored.status, stored.text], [204, ""]);
    const partly = await push(path, { body: "m f=1\nm f=x", headers });
    assertEquals([partly.status, partly.body.stored, partly.body.rejected[0].line], [200, 1, 2]);
  }
  const packed = gzipSync("m,host=a f=2") as Uint8Array;
  const zipped = await push("/api/v2/write?bucket=Line+2", {
    body: new Uint8Array(packed),
    headers: { ...headers, "content-encoding": "gzip" },
  });
  assertEquals(zipped.status, 204);
  assertEquals(newest(test.source), ["m.a.f=2", "m.f=1"]);
});

Deno.test("who has not the key of the source gets one answer, and its body is not read", async () => {
  await using test = await pushApp();
  const { app, key } = test;
  const other = { name: "other", kind: "data_hub", secrets: { client_secret: key } };
  const config = { region: "eu-west", tenant_id: "t", namespace_id: "n", client_id: "c" };
  assertEquals(
    (await app.call("POST /api/sources", { as: "admin", body: { ...other, config } })).status,
    201,
  );
  await app.call("POST /api/sources", { as: "admin", body: { ...DRAFT, name: "keyless" } });
  const answers = new Set<string>();
  let pulled = 0;
  for (
    const [path, authorization] of [
      [OWN, undefined],
      [OWN, "Bearer ask_wrong"],
      [OWN, `Bearer ${key}x`],
      [OWN, `Basic ${key}`],
      ["/ingest/unknown", `Bearer ${key}`],
      ["/ingest/other", `Bearer ${key}`],
      ["/ingest/keyless", `Bearer ${key}`],
      ["/ingest/keyless", "Bearer "],
      ["/api/v2/write", `Token ${key}`],
      ["/api/v2/write?bucket=unknown", `Token ${key}`],
    ]
  ) {
    const body = new ReadableStream({ pull: () => void pulled++ }, { highWaterMark: 0 });
    const answer = await app.call(`POST ${path}`, {
      body,
      headers: authorization === undefined ? {} : { authorization },
      undocumented: true,
    });
    answers.add(`${answer.status} ${answer.body.details.error_code} ${answer.body.error}`);
  }
  assertEquals([...answers].length, 1);
  assertMatch([...answers][0]!, /^401 AUTHENTICATION_REQUIRED No source has this name and this key/);
  assertEquals(pulled, 0);
});

Deno.test("another key ends the one before, and nobody chooses one", async () => {
  await using test = await pushApp();
  const { app, id, push } = test;
  assertEquals((await push(OWN, { body: LINE })).status, 200);
  const made = await app.call(`POST /api/sources/${id}/secrets/key`, { as: "admin" });
  assertEquals((await push(OWN, { body: LINE })).status, 401);
  const headers = { authorization: `bearer ${made.body.data.secret}` };
  assertEquals((await push(OWN, { body: LINE, headers })).status, 200);
  const chosen = { ...DRAFT, name: "chosen", secrets: { key: "secret" } };
  const refused = await app.call("POST /api/sources", { as: "admin", body: chosen });
  assertEquals([refused.status, refused.body.error], [
    400,
    "secrets.key: Is made by POST /api/sources/{id}/secrets/key",
  ]);
  const changed = await app.call(`PUT /api/sources/${id}`, {
    as: "admin",
    body: { secrets: { key: "secret" } },
  });
  assertEquals(changed.status, 400);
  const ended = await app.call(`PUT /api/sources/${id}`, { as: "admin", body: { secrets: { key: null } } });
  assertEquals(ended.status, 200);
  assertEquals((await push(OWN, { body: LINE, headers })).status, 401);
});

Deno.test("a push holds 1 MiB, inflated too, and 10,000 lines; more is 413, whatever a bomb would become", async () => {
  await using test = await pushApp({ answer: (message) => takenLength(message) });
  const { push } = test;
  const text = (bytes: number) => "#".padEnd(bytes, "x");
  const zipped = (bytes: number) => ({
    body: new Uint8Array(gzipSync(text(bytes))),
    headers: { ...PLAIN, "content-encoding": "gzip" },
  });
  assertEquals((await push(OWN, { body: text(MIB), headers: PLAIN })).body, { stored: MIB, rejected: [] });
  assertEquals((await push(OWN, { body: text(MIB + 1), headers: PLAIN })).status, 413);
  assertEquals((await push(OWN, zipped(MIB))).body.stored, MIB);
  assertEquals((await push(OWN, zipped(MIB + 1))).status, 413);
  const bomb = await push(OWN, zipped(200 * MIB));
  assertEquals([bomb.status, bomb.body.error], [413, "A body may hold 1 MiB"]);
  await using stored = await pushApp();
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `m f=${i}`).join("\n");
  assertEquals((await stored.push(OWN, { body: lines(10_000), headers: PLAIN })).body.stored, 10_000);
  const more = await stored.push(OWN, { body: lines(10_001), headers: PLAIN });
  assertEquals([more.status, more.body.details.limit_lines], [413, 10_000]);
  assertEquals(stored.source.collected!().samples, 10_000);
});

function takenLength(message: SourceMessage): unknown {
  return message.type === "take" ? { stored: message.body.text.length, rejected: [] } : NO_SOURCE;
}

Deno.test("6,000 pushes a minute to one source are taken, and none counts to a person's limit", async () => {
  let nowMs = Date.UTC(2026, 0, 31, 8);
  await using test = await pushApp({ answer: takenLength, now: () => nowMs });
  const { push, app } = test;
  const first = await push(OWN, { body: LINE });
  assertEquals(first.headers.get("ratelimit"), `"push";r=${PUSHES_PER_MINUTE - 1};t=60`);
  for (let sent = 1; sent < PUSHES_PER_MINUTE; sent++) {
    if ((await push(OWN, { body: LINE })).status !== 200) throw new Error(`Push ${sent} is refused`);
  }
  const refused = await push(OWN, { body: LINE });
  assertEquals([refused.status, refused.headers.get("retry-after")], [429, "60"]);
  assertEquals(
    refused.body.error,
    "At most 6,000 pushes a minute to one source are taken; try again in 60 s",
  );
  nowMs += 60_000;
  assertEquals((await push(OWN, { body: LINE })).status, 200);
  assertEquals((await app.call("GET /api/sources", { as: "viewer" })).headers.get("ratelimit"), null);
});

Deno.test("a push of another type, encoding, unit or time is refused with what is read", async () => {
  await using test = await pushApp();
  const { push } = test;
  const error = async (path: string, call: Call) => {
    const { status, body } = await push(path, call);
    return [status, body.details.error_code, body.error] as const;
  };
  const [status, code, text] = await error(OWN, { body: "<a/>", headers: { "content-type": "text/xml" } });
  assertEquals([status, code], [415, "UNSUPPORTED_MEDIA_TYPE"]);
  assertMatch(text, /^"text\/xml" is not read; send line protocol as text\/plain/);
  const [encoding] = await error(OWN, { body: LINE, headers: { ...PLAIN, "content-encoding": "br" } });
  assertEquals(encoding, 415);
  const fake = { body: LINE, headers: { ...PLAIN, "content-encoding": "gzip" } };
  assertEquals((await error(OWN, fake))[2], "The body is not gzip, though its Content-Encoding says so");
  assertEquals(
    (await error(`${OWN}?precision=h`, { body: LINE }))[2],
    "precision: Must be one of ns, us, ms, s",
  );
  assertMatch((await error(`${OWN}?up_to=noon`, { body: LINE }))[2], /^up_to: Must be an ISO 8601 time/);
  assertMatch((await error(OWN, {}))[2], /^The body is empty; send samples, or `up_to`/);
  assertMatch(
    (await error(OWN, { body: "{", headers: { "content-type": "application/json" } }))[2],
    /not JSON/,
  );
  const get = await test.app.call(`GET ${OWN}`, { undocumented: true });
  assertEquals([get.status, get.body.details.error_code], [404, "NOT_FOUND"]);
});

Deno.test("an empty push with up_to is a life sign: everything up to then has arrived", async () => {
  await using test = await pushApp();
  const { push, source } = test, at = new Date(Date.now() - 5_000).toISOString();
  const sign = await push(`${OWN}?up_to=${at}`);
  assertEquals([sign.status, sign.body, source.collected!().complete_to], [
    200,
    { stored: 0, rejected: [] },
    at,
  ]);
  await push(OWN, {
    body: [{ stream: "a", value: 1, time: new Date(Date.parse(at) + 1_000).toISOString() }],
  });
  assertEquals(Date.parse(source.collected!().complete_to), Date.parse(at) + 1_000);
});

Deno.test("what cannot be stored now is 503 with Retry-After: a full disk, a pause, a start, too much at once", async () => {
  const full = new Refusal("UNAVAILABLE", "The disk is full");
  await using test = await pushApp({
    answer: (message) => message.type === "take" ? Promise.reject(full) : NO_SOURCE,
  });
  const { push, app, id } = test;
  const refused = async () => {
    const { status, headers, body } = await push(OWN, { body: LINE });
    return [status, headers.get("retry-after"), body.error];
  };
  assertEquals(await refused(), [503, "5", "The disk is full"]);
  await app.call(`PUT /api/sources/${id}`, { as: "admin", body: { is_active: false } });
  assertEquals(await refused(), [503, "5", 'The source "Line 2" is paused; send it again later']);
  let ready = true;
  const held = Promise.withResolvers<unknown>();
  await using slow = await pushApp({
    answer: (message) => message.type === "take" ? held.promise : NO_SOURCE,
    ready: () => ready,
  });
  const body = "#".padEnd(MIB, "x"), most = MOST_WAITING_BYTES / MIB;
  const waiting = Array.from({ length: most }, () => slow.push(OWN, { body, headers: PLAIN }));
  const one = await Promise.race([...waiting, slow.push(OWN, { body, headers: PLAIN })]);
  assertEquals([one.status, one.headers.get("retry-after")], [503, "5"]);
  held.resolve({ stored: 1, rejected: [] });
  const statuses = (await Promise.all(waiting)).map(({ status }) => status);
  assert(statuses.filter((status) => status === 200).length >= most - 1);
  ready = false;
  assertEquals((await slow.push(OWN, { body: LINE })).status, 503);
});

Deno.test("GET /api/sources/{id}/intake tells what comes in; a source that is read has none", async () => {
  await using test = await pushApp();
  const { app, push, id } = test;
  await push(OWN, { body: `${LINE}\nm f=?`, headers: PLAIN });
  const { status, body } = await app.call(`GET /api/sources/${id}/intake`, { as: "viewer" });
  const { streams, samples, rejected, rejections, newest } = body.data;
  assertEquals([status, streams, samples, rejected], [200, 1, 1, 1]);
  assertMatch(rejections[0].reason, /^Line 2: The value "\?" of "f"/);
  assertEquals(newest.map(({ stream, value }: Json) => [stream, value]), [["press.temperature", 21.5]]);
  const config = { region: "eu-west", tenant_id: "t", namespace_id: "n", client_id: "c" };
  const hub = { name: "hub", kind: "data_hub", config, secrets: { client_secret: "s" } };
  const made = await app.call("POST /api/sources", { as: "admin", body: hub });
  const none = await app.call(`GET /api/sources/${made.body.data.id}/intake`, { as: "viewer" });
  assertEquals([none.status, none.body.error], [400, "id: Nothing is sent to this source: Andon reads it"]);
});
