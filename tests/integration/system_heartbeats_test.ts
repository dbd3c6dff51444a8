/** Heartbeats end to end: real shards in workers, a real receiver, and one Andon that watches another. */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { type Andon, serve } from "../../main/serve.ts";
import { parseSettings } from "../../settings/settings.ts";
import { AndonClient, closeConnections } from "../support/andon_client.ts";
import { ADMIN_PASSWORD, PASSWORD_COST, SECRETS_KEY } from "../support/andon_process.ts";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { HttpReceiver } from "../support/http_receiver.ts";
import { setRight, turnTo } from "../support/turned_clock.ts";

/** Far shorter than the minute of the product. */
const BEAT_MS = 500;

interface Running extends AsyncDisposable {
  andon: Andon;
  client: AndonClient;
  url: string;
}

/** Andon over a store in memory, with shards in workers that can be halted. */
async function running({ shards }: { shards: number }): Promise<Running> {
  setRight();
  const environment = {
    ...{ PORT: "0", HOST: "127.0.0.1", KV_URL: ":memory:", ACTOR_SHARDS: String(shards) },
    ...{ OUTBOUND_ALLOW: "127.0.0.1", ADMIN_PASSWORD, SECRETS_KEY, RATE_LIMIT_DEFAULT: "off" },
  };
  const settings = parseSettings(environment, "start", { cores: 2, tty: false });
  if (settings.secretsKey === null) throw new TypeError("The tests' SECRETS_KEY is no key");
  const { secretsKey, adminPassword } = settings;
  const andon = await serve({
    ...{ settings, secretsKey, adminPassword, log: () => {}, alwaysAllow: [] },
    passwordCost: PASSWORD_COST,
    beatMs: BEAT_MS,
    workers: {
      spawnWorker: () =>
        new Worker(new URL("../support/halting_shard_worker.ts", import.meta.url), { type: "module" }),
      // A halted shard stays halted until the test ends that.
      heartbeatDeadlineMs: 600_000,
    },
  });
  const url = `http://127.0.0.1:${new URL(andon.address).port}`;
  const client = new AndonClient(url);
  await client.signIn("admin", ADMIN_PASSWORD);
  return {
    ...{ andon, client, url },
    async [Symbol.asyncDispose]() {
      closeConnections(url);
      await andon.close();
    },
  };
}

/** A contact point that posts each heartbeat as JSON. */
const watch = (url: string) => ({
  name: "Outside watch",
  heartbeat_minutes: 1,
  config: {
    kind: "http",
    url,
    headers: [{ name: "x-key", value: "{delivery_key}" }],
    body: '{"title":"{title}","text":"{text}"}',
  },
});

Deno.test("a stuck shard holds the heartbeat back and is named; once it goes on, the heartbeat leaves", async () => {
  await using receiver = new HttpReceiver();
  await using on = await running({ shards: 2 });
  const { client, andon: { storage, plant } } = on;
  await client.ok("POST", "/api/contact-points", watch(receiver.url));
  const { body } = await eventually("a heartbeat", () => receiver.messages.at(-1));
  assertStringIncludes((body as { text: string }).text, "Andon evaluates on 2 shards");
  const status = async () => (await client.ok("GET", "/api/heartbeat-status")).data;
  const [point] = (await eventually("it is taken", async () => {
    const seen = await status();
    return seen.contact_points[0].taken_at !== null && seen;
  })).contact_points;
  assertEquals([point.name, point.failures, point.last_answer.words], ["Outside watch", 0, "taken"]);

  const cell = new Int32Array(new SharedArrayBuffer(4));
  plant.system.ref("halt", "1").tell({ cell });
  const late = async () => (await status()).shards.map((one: { is_late: boolean }) => one.is_late).join();
  await eventually("the stuck shard is named", async () => await late() === "false,true");
  assertEquals((await status()).is_held_back, true);
  const before = receiver.requests;
  const minuteOf = async () => (await storage.heartbeats.shardBeats(1))[0]?.minute_ms ?? 0;
  const beganMs = await minuteOf();
  await eventually("the other shard beats on", async () => await minuteOf() >= beganMs + 4 * BEAT_MS);
  // On a busy machine a beat of the other shard may come late, and the next one does not.
  await eventuallyEquals(late, "false,true");
  await eventually("one late shard is counted", async () => {
    const metrics = await (await fetch(`${on.url}/metrics`)).text();
    return metrics.includes("andon_heartbeat_late_shards 1\n");
  });
  assertEquals([receiver.requests, (await status()).is_held_back], [before, true]);

  Atomics.store(cell, 0, 1);
  Atomics.notify(cell, 0);
  await eventually("the heartbeat leaves again", () => receiver.requests > before);
  await eventually("no shard is late", async () => await late() === "false,false");
  assertEquals((await client.ok("GET", "/api/notification-log")).data, []);
});

Deno.test("an Andon that watches another opens an event when that one stops, and ends it when it is back", async () => {
  await using watching = await running({ shards: 0 });
  const { client } = watching;
  const { data: { path, token } } = await client.ok("POST", "/api/heartbeats", {
    name: "other-andon",
    deadline_seconds: 60,
  });
  assertStringIncludes(path, `/api/heartbeats/other-andon?token=${token}`);
  const one = async () => (await client.ok("GET", "/api/heartbeats/other-andon")).data;
  const events = async () => (await client.ok("GET", "/api/rule-events/history?category=system")).data;
  {
    await using watched = await running({ shards: 0 });
    await watched.client.ok("POST", "/api/contact-points", {
      ...watch(`${watching.url}/api/heartbeats/other-andon`),
      config: {
        kind: "http",
        url: `${watching.url}/api/heartbeats/other-andon`,
        headers: [{ name: "Authorization", value: "Bearer {secret.token}" }],
        body: '{"text":"{text}"}',
      },
      secrets: { token },
    });
    await eventually("its heartbeat", async () => (await one()).state === "on_time");
  }
  assertEquals((await one()).state, "on_time");
  turnTo(Date.now() + 61_000);
  // A change makes Andon look at its deadlines; its timers do not follow the turned clock.
  await client.ok("PUT", "/api/heartbeats/other-andon", { description: "The other Andon" });
  const [event] = await eventually("the event", async () => {
    const rows = await events();
    return rows.length > 0 && rows;
  });
  assertEquals([event.event_name, event.is_active], ["Heartbeat missed", true]);
  assertEquals((await one()).state, "missed");
  const beat = await fetch(`${watching.url}${path}`, { method: "POST" });
  assertEquals([beat.status, (await beat.json()).data.name], [200, "other-andon"]);
  await eventually(
    "the event ends",
    async () => (await events()).every((row: { is_active: boolean }) => !row.is_active),
  );
  assertEquals((await events()).length, 1);
});
