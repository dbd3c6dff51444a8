import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type DeliveryRecord, newDelivery } from "../../domain/notification/delivery.ts";
import { LINK_MS } from "../../domain/notification/link.ts";
import type { DeliveryState } from "../../domain/notification/types.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { hashOf } from "../../storage/access/token_hashes.ts";
import { storedEvents } from "../support/stored_events.ts";
import { addDelivery, saveLink } from "../../storage/writes/notification.ts";
import { newUlid } from "../../storage/writes/ulid.ts";
import { createShardHarness, type ShardHarness } from "../support/shard_harness.ts";
import { afterAllIds, eventRecord } from "../unit/storage/support.ts";
import { type Json, pathsOf, type TestApp, testApp } from "./support.ts";
import type { UserChange } from "../../storage/access/users.ts";

const OPERATOR = 1_001, VIEWER = 1_000;
const TOKEN = "AAECAwQFBgcICQoLDA0ODw";

interface Scene extends AsyncDisposable {
  app: TestApp;
  clock: { ms: number };
  cannots: { event_id: number; user_id: number }[];
  told(
    change: Partial<DeliveryRecord> & { to?: [point: number, user: number | null] },
  ): Promise<DeliveryRecord>;
  link(userId: number, token?: string): Promise<void>;
  audit(action: string): Promise<unknown[]>;
  acknowledgedBy(id: number): Promise<string | null>;
}

/** Two active events, real actors, and contact points 1 "Mail" and 2 "Pager". */
async function scene(settings: Parameters<typeof testApp>[0] = {}): Promise<Scene> {
  const clock = { ms: afterAllIds() };
  let harness: ShardHarness | undefined;
  const cannots: Scene["cannots"] = [];
  const app = await testApp({
    now: () => clock.ms,
    instance: (id) => harness!.instance(id),
    notifier: {
      contactPointName: (id) => [null, "Mail", "Pager"][id] ?? null,
      contactPointDelivery: () => ({ accepted_at_ms: null, failing_since_ms: null, words: "", queued: 0 }),
      cannot: (answer) => Promise.resolve(void cannots.push(answer)),
    },
    ...settings,
  });
  for (const id of [1, 2]) {
    const event = eventRecord({ id, instance_id: id, display_name: "High <pressure>" });
    await app.storage.store.commit(storedEvents(event), 1);
  }
  const running = harness = await createShardHarness(app.storage, clock);
  const { notifications } = app.storage;
  return {
    app,
    clock,
    cannots,
    async told({ to = [1, null], ...change }) {
      const nowMs = clock.ms;
      const record = {
        ...newDelivery({
          key: "e1/created/1/0/0/c1",
          event_key: "event/1",
          reason: "opened",
          target: {
            contact_point_id: to[0],
            user_id: to[1],
            address: to[1] === null ? null : "anna@example.org",
          },
          policy_id: 3,
          step: 0,
          round: 0,
          event_ids: [1],
          severity: "critical",
          escalates: true,
          due_at_ms: nowMs,
          otherwise: [],
        }, { id: newUlid(nowMs, Math.random), nowMs }),
        ...change,
      };
      await notifications.commit(addDelivery(record));
      return record;
    },
    async link(user_id, token = TOKEN) {
      await notifications.commit([saveLink({
        v: 1,
        token_hash: hashOf(token),
        delivery_id: "01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
        user_id,
        event_ids: [1, 2],
        expires_at_ms: clock.ms + LINK_MS,
        acknowledge_at_ms: null,
        cannot_at_ms: null,
      })]);
    },
    audit: async (action) =>
      (await app.storage.audit.find({ action }, { limit: 100, offset: 0 })).rows.map((
        { who, resource_id, address, after },
      ) => [who, resource_id, address, after]).reverse(),
    acknowledgedBy: async (id) => (await app.storage.events.get(id))?.acknowledged_by ?? null,
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

const page = { undocumented: true };

Deno.test("the log shows each delivery with its attempts in words, filtered and paged with exact totals", async () => {
  await using on = await scene();
  const attempt = {
    at_ms: on.clock.ms,
    latency_ms: 12.5,
    outcome: "failed",
    status: 550,
    words: "no mailbox",
  } as const;
  await on.told({ to: [1, OPERATOR], state: "failed", attempts: [attempt], attempt_count: 1 });
  await on.told({ to: [2, OPERATOR], state: "accepted", event_ids: [1, 2] });
  await on.told({ to: [9, null], state: "queued", is_drill: true });
  const list = async (query: string) => {
    const { status, body } = await on.app.call(`GET /api/notification-log${query}`, { as: "operator" });
    assertEquals(status, 200, JSON.stringify(body));
    return {
      rows: body.data,
      total: body.pagination.total,
      states: body.data.map(({ state }: DeliveryRecord) => state),
    };
  };
  const all = await list("");
  assertEquals([all.states, all.total], [["queued", "accepted", "failed"], 3]);
  const { username, contact_point_name, attempts, address } = all.rows[2];
  assertEquals([username, contact_point_name, address], ["operator", "Mail", "anna@example.org"]);
  assertEquals(attempts, [{
    at: isoFromMs(attempt.at_ms),
    outcome: "failed",
    status: 550,
    words: "no mailbox",
    latency_ms: 12.5,
  }]);
  assertEquals([all.rows[0].username, all.rows[0].contact_point_name], [null, null]);
  for (
    const [query, states] of [
      ["?event_id=2", ["accepted"]],
      [`?user_id=${OPERATOR}`, ["accepted", "failed"]],
      ["?contact_point_id=9", ["queued"]],
      ["?state=failed", ["failed"]],
      ["?is_drill=true", ["queued"]],
      ["?is_drill=false", ["accepted", "failed"]],
      [`?user_id=${OPERATOR}&state=queued`, []],
    ] as const
  ) {
    const found = await list(query);
    assertEquals([query, found.states, found.total], [query, states, states.length]);
  }
  assertEquals([(await list("?limit=1&offset=1")).states, (await list("?limit=1&offset=1")).total], [[
    "accepted",
  ], 3]);
  const totals: number[] = [];
  for (let times = 0; times < 3; times++) {
    on.clock.ms += 9 * 3_600_000;
    // The use of the session, which keeps it alive, is stored in the background.
    await on.app.storage.store.settled();
    totals.push((await list("")).total, (await list("?hours=27")).total);
  }
  assertEquals(totals, [3, 3, 3, 3, 0, 3]);
});

Deno.test("a delivery names its first event, of which a digest has more and a deleted one nothing", async () => {
  await using on = await scene();
  const place = "NORTH-1";
  const ended = eventRecord({ id: 7, is_active: false, display_name: "Overfill", plant_node_floc_id: place });
  await on.app.storage.store.commit(storedEvents({ ...ended, template_instance: "Filler 2" }), 1);
  await on.told({ event_ids: [7, 1, 2], reason: "digest" });
  await on.told({ event_ids: [999] });
  await on.told({ event_ids: [2] });
  const { body } = await on.app.call("GET /api/notification-log", { as: "operator" });
  assertEquals(body.data.map(({ first_event, event_count }: Json) => [first_event, event_count]), [
    [{ ...body.data[0].first_event, id: 2, display_name: "High <pressure>" }, 1],
    [null, 1],
    [{ id: 7, template_instance: "Filler 2", plant_node_floc_id: place, display_name: "Overfill" }, 3],
  ]);
  const { body: ofEvent } = await on.app.call("GET /api/rule-events/1/notifications", { as: "operator" });
  assertEquals(ofEvent.data.map(({ first_event }: Json) => first_event.id), [7]);
});

Deno.test("the log is for operators, and its filters have limits", async () => {
  await using on = await scene();
  const { app } = on;
  assertEquals((await app.call("GET /api/notification-log", { as: "viewer" })).status, 403);
  assertEquals((await app.call("GET /api/notification-log")).status, 401);
  assertEquals((await app.call("GET /api/rule-events/1/notifications", { as: "viewer" })).status, 403);
  assertEquals((await app.call("GET /api/rule-events/77/notifications", { as: "operator" })).status, 404);
  assertEquals((await app.call("GET /api/notification-log?hours=9600", { as: "operator" })).status, 200);
  for (
    const [query, path] of [["hours=9601", "hours"], ["hours=0", "hours"], ["state=lost", "state"], [
      "user_id=0",
      "user_id",
    ]]
  ) {
    const answer = await app.call(`GET /api/notification-log?${query}`, { as: "operator" });
    assertEquals([query, answer.status, pathsOf(answer)], [query, 400, [path]]);
  }
});

Deno.test("an event says who was told and who has answered", async () => {
  await using on = await scene();
  await on.told({ to: [1, OPERATOR], state: "accepted" as DeliveryState });
  await on.told({ to: [2, VIEWER], state: "accepted" as DeliveryState });
  await on.told({ state: "accepted" as DeliveryState });
  const told = async () =>
    (await on.app.call("GET /api/rule-events/1/notifications", { as: "operator" })).body.data
      .map(({ username, answer }: { username: string; answer: string }) => [username, answer]);
  assertEquals(await told(), [["operator", null], ["viewer", null], [null, null]]);
  await on.app.call("POST /api/rule-events/1/acknowledge", { as: "operator" });
  assertEquals(await told(), [["operator", "acknowledge"], ["viewer", null], [null, null]]);
});

Deno.test("the page of a link shows the events and changes nothing, as often as it is opened", async () => {
  await using on = await scene();
  await on.link(OPERATOR);
  for (let times = 0; times < 3; times++) {
    const { status, text, headers } = await on.app.call(`GET /n/${TOKEN}`, page);
    assertEquals(status, 200);
    assertStringIncludes(text, "High &lt;pressure&gt;");
    assertStringIncludes(text, 'value="acknowledge"');
    assertStringIncludes(text, 'value="cannot"');
    assert(!text.includes("<script"));
    const policy = headers.get("content-security-policy") ?? "";
    assertStringIncludes(policy, "default-src 'none'");
    assert(!policy.includes("unsafe"));
    assertEquals([headers.get("referrer-policy"), headers.get("cache-control")], ["same-origin", "no-store"]);
  }
  assertEquals([await on.acknowledgedBy(1), await on.audit("acknowledged"), on.cannots], [null, [], []]);
});

const answer = (answer: string, headers: Record<string, string> = {}) => ({
  body: `answer=${answer}`,
  headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  undocumented: true,
});

Deno.test("a link acknowledges its events once, as its person, audited as by link", async () => {
  await using on = await scene();
  await on.link(OPERATOR);
  const { status, headers } = await on.app.call(`POST /n/${TOKEN}`, answer("acknowledge"));
  assertEquals([status, headers.get("location")], [303, `/n/${TOKEN}`]);
  assertEquals([await on.acknowledgedBy(1), await on.acknowledgedBy(2)], ["operator", "operator"]);
  const after = { answer: "acknowledge", delivery_id: "01KG9Z3F7M2V5T8Q1W4X6Y0ABC" };
  const byLink = [["operator", "1", "127.0.0.1", after], ["operator", "2", "127.0.0.1", after]];
  assertEquals(await on.audit("answered_by_link"), byLink);
  await on.app.call(`POST /n/${TOKEN}`, answer("acknowledge"));
  assertEquals([(await on.audit("answered_by_link")).length, (await on.audit("acknowledged")).length], [
    2,
    2,
  ]);
  const { text } = await on.app.call(`GET /n/${TOKEN}`, page);
  assertStringIncludes(text, "You acknowledged");
  assert(!text.includes("<button"));
});

Deno.test("an event that is deleted during the answer keeps no other one of the link from it", async () => {
  await using on = await scene();
  await on.link(OPERATOR);
  const { deps } = on.app, { instance } = deps;
  deps.instance = (id) => ({
    ...instance(id),
    ask: async (message) => {
      deps.instance = instance;
      const by = { name: "admin", role: "admin" } as const;
      await instance(1).ask({ type: "delete_event", eventId: 1, by });
      return await instance(id).ask(message);
    },
  });
  const { status } = await on.app.call(`POST /n/${TOKEN}`, answer("acknowledge"));
  assertEquals([status, await on.app.storage.events.get(1), await on.acknowledgedBy(2)], [
    303,
    undefined,
    "operator",
  ]);
  assertEquals((await on.audit("answered_by_link")).length, 2);
});

Deno.test('"I cannot" is told to the notifier once for each event', async () => {
  await using on = await scene();
  await on.link(OPERATOR);
  await Promise.all([1, 2, 3].map(() => on.app.call(`POST /n/${TOKEN}`, answer("cannot"))));
  assertEquals(on.cannots, [{ event_id: 1, user_id: OPERATOR }, { event_id: 2, user_id: OPERATOR }]);
  assertEquals(await on.acknowledgedBy(1), null);
  assertStringIncludes((await on.app.call(`GET /n/${TOKEN}`, page)).text, "I cannot");
});

Deno.test("a link checks what its person may do at that time", async () => {
  await using on = await scene();
  await on.link(VIEWER);
  assertEquals((await on.app.call(`POST /n/${TOKEN}`, answer("acknowledge"))).status, 403);
  assertEquals(await on.acknowledgedBy(1), null);
  const by = { name: "admin", role: "admin" } as const;
  await on.app.storage.access.updateUser(VIEWER, { role: "operator" }, by);
  assertEquals((await on.app.call(`POST /n/${TOKEN}`, answer("acknowledge"))).status, 303);
  assertEquals(await on.acknowledgedBy(1), "viewer");
});

Deno.test("a link checks what its person may do when the answer has arrived", async () => {
  await using on = await scene();
  await on.link(OPERATOR);
  const by = { name: "admin", role: "admin" } as const, { access } = on.app.storage;
  const post = (change: UserChange) => {
    const body = new ReadableStream({
      async pull(controller) {
        await access.updateUser(OPERATOR, change, by);
        controller.enqueue(new TextEncoder().encode("answer=acknowledge"));
        controller.close();
      },
    }, { highWaterMark: 0 });
    return on.app.call(`POST /n/${TOKEN}`, { ...answer("acknowledge"), body });
  };
  assertEquals((await post({ role: "viewer" })).status, 403);
  assertEquals((await post({ role: "operator", is_active: false })).status, 404);
  assertEquals(await on.acknowledgedBy(1), null);
});

Deno.test("a link is dead with its user, after 24 hours, and for another token", async () => {
  await using on = await scene();
  const by = { name: "admin", role: "admin" } as const;
  const both = async (token = TOKEN) => [
    (await on.app.call(`GET /n/${token}`, page)).status,
    (await on.app.call(`POST /n/${token}`, answer("acknowledge"))).status,
  ];
  await on.link(OPERATOR);
  assertEquals(await both("AAECAwQFBgcICQoLDA0ODx"), [404, 404]);
  await on.app.storage.access.updateUser(OPERATOR, { is_active: false }, by);
  assertEquals(await both(), [404, 404]);
  await on.app.storage.access.updateUser(OPERATOR, { is_active: true }, by);
  on.clock.ms += LINK_MS;
  assertEquals(await both(), [404, 404]);
  on.clock.ms -= 1;
  assertEquals(await both(), [200, 303]);
  await on.app.storage.access.removeUser(OPERATOR, by);
  assertEquals(await both(), [404, 404]);
});

Deno.test("a link takes only its two answers, a body of 4 KiB, and no request of another site", async () => {
  await using on = await scene();
  await on.link(OPERATOR);
  assertEquals((await on.app.call(`POST /n/${TOKEN}`, answer("delete"))).status, 400);
  assertEquals(
    (await on.app.call(`POST /n/${TOKEN}`, answer(`acknowledge&x=${"x".repeat(5_000)}`))).status,
    413,
  );
  const foreign = { origin: "https://evil.example" };
  assertEquals((await on.app.call(`POST /n/${TOKEN}`, answer("acknowledge", foreign))).status, 403);
  assertEquals(await on.acknowledgedBy(1), null);
});

Deno.test("links are limited by address, so that nobody tries tokens", async () => {
  await using on = await scene({ settings: { rateLimits: { default: 5, ai: null, heavy: null } } });
  const statuses: number[] = [];
  for (let i = 0; i < 7; i++) {
    statuses.push((await on.app.call(`GET /n/${TOKEN.slice(0, -1)}${i}`, page)).status);
  }
  assertEquals(statuses, [404, 404, 404, 404, 404, 429, 429]);
  assertEquals((await on.app.call(`GET /n/${TOKEN}`, { ...page, from: "127.0.0.9" })).status, 404);
});

Deno.test("the token of a link is in no log line", async () => {
  await using on = await scene({
    notifier: {
      contactPointName: () => null,
      contactPointDelivery: () => ({ accepted_at_ms: null, failing_since_ms: null, words: "", queued: 0 }),
      cannot: () => Promise.reject(new Error("out of order")),
    },
  });
  await on.link(OPERATOR);
  assertEquals((await on.app.call(`POST /n/${TOKEN}`, answer("cannot"))).status, 500);
  assert(on.app.logged.length > 0);
  assert(!JSON.stringify(on.app.logged).includes(TOKEN));
});
