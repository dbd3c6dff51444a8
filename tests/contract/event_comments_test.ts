import { assertEquals } from "@std/assert";
import type { FrameDraft } from "../../domain/shared/commit.ts";
import { keys } from "../../storage/keys.ts";
import { storedEvents } from "../support/stored_events.ts";
import { createShardHarness, type ShardHarness } from "../support/shard_harness.ts";
import { eventRecord } from "../unit/storage/support.ts";
import { type Json, pathsOf, type TestApp, testApp } from "./support.ts";

interface Scene extends AsyncDisposable {
  app: TestApp;
  harness: ShardHarness;
  frames: FrameDraft[];
}

const as = "operator";
const COMMENTS = "/api/rule-events/1/comments";

/** Event 1 is active, event 2 closed; event 3 has a note from the time before comments. Real actors, no source. */
async function scene(): Promise<Scene> {
  const clock = { ms: Date.UTC(2026, 0, 31, 8, 15, 2, 123) };
  let harness: ShardHarness | undefined;
  const app = await testApp({
    now: () => harness?.now() ?? clock.ms,
    instance: (id) => harness!.instance(id),
  });
  const closed = { is_active: false, end_time: "2026-01-31T07:10:00.000Z" };
  for (
    const event of [
      eventRecord({ id: 1, instance_id: 3 }),
      eventRecord({ id: 2, instance_id: 4, ...closed, start_time: "2026-01-31T07:00:00.000Z" }),
      eventRecord({ id: 3, instance_id: 5, note: "Old note" }),
    ]
  ) await app.storage.store.commit(storedEvents(event), 1);
  const running = harness = await createShardHarness(app.storage, clock);
  const frames: FrameDraft[] = [];
  app.storage.store.onPublished((committed) => frames.push(...committed.frames));
  return {
    app,
    harness: running,
    frames,
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

async function thread(app: TestApp, path = COMMENTS): Promise<Json[]> {
  const { status, body } = await app.call(`GET ${path}`, { as: "viewer" });
  assertEquals(status, 200);
  return body.data;
}

Deno.test("comments are a thread with author and time, and the newest one is the event's note", async () => {
  await using on = await scene();
  const { app, harness, frames } = on;
  const first = await app.call(`POST ${COMMENTS}`, { as, body: { text: "@engineer the valve sticks" } });
  const firstAt = first.body.data.created_at;
  assertEquals([first.status, first.body.data], [201, {
    id: 1,
    text: "@engineer the valve sticks",
    created_by: "operator",
    created_at: firstAt,
  }]);
  await harness.advance(60_000);
  const second = await app.call(`POST ${COMMENTS}`, { as: "engineer", body: { text: "Greased" } });
  assertEquals(second.body.data.created_at > firstAt, true);
  assertEquals((await thread(app)).map(({ created_by, text }) => [created_by, text]), [
    ["operator", "@engineer the valve sticks"],
    ["engineer", "Greased"],
  ]);
  const { data } = (await app.call("GET /api/rule-events/1", { as })).body;
  assertEquals([data.note, data.comment_count], ["Greased", 2]);
  assertEquals(frames.map(({ kind, data }) => [kind, (data as Json).note, (data as Json).comment_count]), [
    ["event_updated", "@engineer the valve sticks", 1],
    ["event_updated", "Greased", 2],
  ]);
  const [audit] = (await app.call("GET /api/audit-log?limit=1", { as: "admin" })).body.data;
  assertEquals([audit.action, audit.resource_id, audit.who, audit.before.note, audit.after.note], [
    ...["commented", "1", "engineer", "@engineer the valve sticks", "Greased"],
  ]);
});

Deno.test("a note that is put is a comment too; the same note again and a cleared one are not", async () => {
  await using on = await scene();
  const { app } = on;
  const put = (note: string | null) => app.call("PUT /api/rule-events/2", { as, body: { note } });
  for (const note of ["Checked", "Checked", null, " ", "Checked again"]) {
    assertEquals((await put(note)).body.data.note, note);
  }
  assertEquals((await thread(app, "/api/rule-events/2/comments")).map(({ text }) => text), [
    "Checked",
    "Checked again",
  ]);
});

Deno.test("a note from before comments is the first of the thread, without author and time", async () => {
  await using on = await scene();
  const { app } = on;
  const path = "/api/rule-events/3/comments", old = { id: 1, text: "Old note" };
  const before = { ...old, created_by: null, created_at: null };
  assertEquals(await thread(app, path), [before]);
  await app.call(`POST ${path}`, { as, body: { text: "New" } });
  assertEquals((await thread(app, path)).map(({ id, text, created_by }) => [id, text, created_by]), [
    [1, "Old note", null],
    [2, "New", "operator"],
  ]);
});

Deno.test("a comment has 1 to 2,000 characters and needs an operator", async () => {
  await using on = await scene();
  const { app } = on;
  const post = (text: unknown) => app.call(`POST ${COMMENTS}`, { as, body: { text } });
  assertEquals((await post("𝒜".repeat(2_000))).status, 201);
  for (const wrong of ["𝒜".repeat(2_001), "", " \n", 5, undefined]) {
    const answer = await post(wrong);
    assertEquals([answer.status, pathsOf(answer)], [400, ["text"]]);
  }
  assertEquals((await app.call(`POST ${COMMENTS}`, { as: "viewer", body: { text: "x" } })).status, 403);
  assertEquals((await app.call("GET /api/rule-events/9/comments", { as })).status, 404);
});

Deno.test("an event keeps 200 comments, which go with it when it is deleted", async () => {
  await using on = await scene();
  const { app } = on;
  const stored = async () => (await app.storage.store.list({ prefix: ["event_comment"] })).length;
  for (let i = 1; i <= 200; i++) {
    assertEquals((await app.call(`POST ${COMMENTS}`, { as, body: { text: `Comment ${i}` } })).status, 201);
  }
  const refused = await app.call(`POST ${COMMENTS}`, { as, body: { text: "One more" } });
  assertEquals([refused.status, pathsOf(refused)], [400, ["text"]]);
  const put = await app.call("PUT /api/rule-events/1", { as, body: { note: "One more" } });
  assertEquals([put.status, pathsOf(put)], [400, ["note"]]);
  assertEquals([(await thread(app)).length, await stored()], [200, 200]);
  assertEquals((await app.call("DELETE /api/rule-events/1", { as: "engineer" })).status, 200);
  assertEquals([await stored(), await app.storage.store.get(keys.eventComment(1, 1))], [0, undefined]);
});

Deno.test("the comments on all events are listed by time, each with its event, until that is deleted", async () => {
  await using on = await scene();
  const { app, harness } = on;
  const say = async (event: number, text: string) => {
    const path = `POST /api/rule-events/${event}/comments`;
    const { data } = (await app.call(path, { as, body: { text } })).body;
    await harness.advance(60_000);
    return data.created_at;
  };
  const listed = async (query = "") => {
    const { status, body } = await app.call(`GET /api/comments${query}`, { as: "viewer" });
    assertEquals(status, 200);
    return [body.pagination.total, ...body.data.map((row: Json) => [row.event.id, row.text])];
  };
  assertEquals(await listed(), [0]);
  await say(1, "The valve sticks");
  const second = await say(2, "Cleaned");
  await say(3, "As before");
  await say(1, "Greased");
  assertEquals(await listed(), [4, [1, "Greased"], [3, "As before"], [2, "Cleaned"], [
    1,
    "The valve sticks",
  ]]);
  assertEquals(await listed(`?from=${second}&limit=1`), [3, [1, "Greased"]]);
  assertEquals(await listed(`?to=${second}`), [1, [1, "The valve sticks"]]);
  assertEquals(await listed(`?from=${second}&to=${second}`), [0]);
  const { body } = await app.call("GET /api/comments?limit=1", { as: "viewer" });
  assertEquals([body.data[0].created_by, body.data[0].event.event_name], [
    "operator",
    eventRecord({ id: 1 }).event_name,
  ]);
  assertEquals((await app.call("DELETE /api/rule-events/1", { as: "engineer" })).status, 200);
  assertEquals(await listed(), [2, [3, "As before"], [2, "Cleaned"]]);
  assertEquals(await listed("?to=2026-02-01T09:00:00Z"), [0], "24 hours before `to`");
  const wrong = await app.call("GET /api/comments?from=yesterday", { as: "viewer" });
  assertEquals([wrong.status, pathsOf(wrong)], [400, ["from"]]);
});

Deno.test("at most 5,000 comments of a time are read", async () => {
  await using on = await scene();
  const { store } = on.app.storage;
  const firstMs = Date.UTC(2026, 0, 31, 7);
  const write = async (from: number, to: number) => {
    for (let at = from; at < to; at += 500) {
      const mutations = Array.from({ length: Math.min(500, to - at) }, (_, i) => ({
        type: "set" as const,
        key: keys.eventCommentAt(firstMs + at + i, 1, at + i + 1),
        value: 1,
      }));
      await store.commit({ mutations }, 1);
    }
  };
  const read = () => on.app.call("GET /api/comments", { as: "viewer" });
  await write(0, 5_000);
  assertEquals((await read()).status, 200);
  await write(5_000, 5_001);
  const tooMany = await read();
  assertEquals([tooMany.status, pathsOf(tooMany)], [400, ["from"]]);
});
