import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { DIGEST_TIMES } from "../../domain/notification/digests.ts";
import { everythingElse } from "../../domain/notification_policy/everything_else.ts";
import type { PolicyDraft } from "../../domain/notification_policy/schema.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { HttpReceiver } from "../support/http_receiver.ts";
import { aboveLimit, type RunningSystem, systemTest, timeline } from "../support/running_system.ts";
import { turnTo } from "../support/turned_clock.ts";

const ADMIN = { name: "admin", role: "admin" } as const;
const environment = { PUBLIC_URL: "http://andon.test" };
interface Told {
  title: string;
  text: string;
  to: string;
}

/** A contact point that posts to a receiver, to a person's address if there is one. */
async function contactPoint(
  { client }: RunningSystem,
  receiver: HttpReceiver,
  { name, fallback = false, personal = false }: { name: string; fallback?: boolean; personal?: boolean },
): Promise<number> {
  const { data } = await client.ok("POST", "/api/contact-points", {
    name,
    fallback,
    config: {
      kind: "http",
      method: "POST",
      url: receiver.url,
      content_type: "application/json",
      headers: [{ name: "x-key", value: "{delivery_key}" }],
      body: `{"title":"{title}","text":"{text}"${personal ? ',"to":"{to}"' : ""}}`,
    },
  });
  return data.id;
}

/** A user who is reached at a contact point. */
async function reachable(
  { client, andon: { storage } }: RunningSystem,
  { username, point }: { username: string; point: number },
): Promise<number> {
  const body = { username, password: "correct horse battery", role: "operator" };
  const { data: { id } } = await client.ok("POST", "/api/users", body);
  const address = `+49151${1_000 + id}`;
  const { contactAddresses } = storage;
  const { id: addressId } = await contactAddresses.add(id, { contact_point_id: point, address }, ADMIN);
  const { code } = await contactAddresses.newCode({ userId: id, addressId });
  await contactAddresses.confirm({ userId: id, addressId }, code, ADMIN);
  return id;
}

/** A policy by which a user is called for critical events. */
async function calls({ andon: { storage } }: RunningSystem, user: number): Promise<void> {
  const { v: _v, id: _id, created_at: _at, created_by: _by, ...usual } = everythingElse;
  const policy: PolicyDraft = {
    ...usual,
    name: "Pumps",
    match: { ...usual.match, severities: ["critical"] },
    steps: [{ after_minutes: 0, to: [{ kind: "user", id: user }] }],
  };
  await storage.notificationPolicies.create(policy, ADMIN);
}

/** Waits for so many messages. */
async function toldTimes(receiver: HttpReceiver, count: number): Promise<Told[]> {
  await eventually(`${count} messages`, () => receiver.messages.length >= count);
  return receiver.messages.map(({ body }) => body as Told);
}

/** An instance whose rule is critical; `press` writes a value. */
async function critical(on: RunningSystem, more: Json = {}) {
  await on.streams.make("number", "Own.A");
  await on.configure();
  const rules = [{ conditions: [aboveLimit], severity: "critical", rule_name: "High pressure", ...more }];
  const id = await on.deploy(await on.template({ rules }), { VALUE: "Own.A" }, "Pump 1");
  const at = timeline(0), begunMs = Date.now();
  return {
    id,
    press: (value: number) => on.streams.write("Own.A", [at((Date.now() - begunMs) / 1_000), value]),
  };
}

systemTest(
  "an event is told at the fallback contact point, and so is its end",
  { environment },
  async (on) => {
    await using chat = new HttpReceiver();
    await contactPoint(on, chat, { name: "Team chat", fallback: true });
    const pump = await critical(on);
    await pump.press(81);
    const [{ title, text }] = await toldTimes(chat, 1);
    assertEquals(title, "Critical: High pressure, Pump 1: 81, limit 80");
    const event = await on.event(pump.id, (row) => row.is_active);
    assertStringIncludes(text, `http://andon.test/events/${event.id}`);
    assert(!text.includes("/n/"), "a shared contact point gets no link that answers");
    await pump.press(70);
    const both = await toldTimes(chat, 2);
    assertEquals(both[1].title, "Resolved: High pressure, Pump 1");
    const data = await eventually("both results are stored", async () => {
      const { data: told } = await on.client.ok("GET", `/api/rule-events/${event.id}/notifications`);
      return told.every(({ state }: { state: string }) => state === "accepted") && told.length === 2 && told;
    });
    const seen = data.map((
      { reason, state, contact_point_name, attempts }: Record<string, unknown>,
    ) => [reason, state, contact_point_name, (attempts as { words: string }[])[0].words]);
    assertEquals(seen, [
      ["opened", "accepted", "Team chat", "taken"],
      ["resolved", "accepted", "Team chat", "taken"],
    ]);
    await eventually(
      "both are counted",
      async () => /andon_notifications_sent_total 2\n/.test(await on.metrics()),
    );
    assertMatch(await on.metrics(), /andon_notifications_queued\{contact_point="Team chat"\} 0\n/);
    assertEquals(chat.repeats, []);
  },
);

systemTest("who was told of an event is told that it was deleted", { environment }, async (on) => {
  await using chat = new HttpReceiver();
  await contactPoint(on, chat, { name: "Team chat", fallback: true });
  const pump = await critical(on);
  await pump.press(81);
  await toldTimes(chat, 1);
  const { id } = await on.event(pump.id, (row) => row.is_active);
  await on.client.ok("DELETE", `/api/rule-events/${id}`);
  await eventually("the correction stands in a digest", async () => {
    const { data } = await on.client.ok("GET", `/api/notification-log?event_id=${id}&state=folded`);
    return data.length > 0;
  });
  await pump.press(70);
  on.reach(isoFromMs(Date.now() + DIGEST_TIMES.collect_ms));
  // The timer of the digest runs by the real clock; the next event has the notifier look at the turned one.
  await pump.press(82);
  const titles = (await toldTimes(chat, 3)).map(({ title }) => title);
  assertEquals(titles.slice(1).toSorted(), [
    "Critical: High pressure, Pump 1: 82, limit 80",
    `Event ${id} was deleted`,
  ]);
});

systemTest("the events that a bulk deployment finds active are told in one digest", {
  environment,
  simulator: { extraStreams: 12, extraPeriodMs: 60_000 },
}, async (on) => {
  await using chat = new HttpReceiver();
  await contactPoint(on, chat, { name: "Team chat", fallback: true });
  const pump = await critical(on);
  const template_id = await on.template({ rules: [{ conditions: [{ ...aboveLimit, value: -1e9 }] }] });
  await on.client.ok("POST", "/api/instances/bulk", {
    template_id,
    instance_name: "Load * / *",
    placeholders: { VALUE: "Load.Bank*.S*" },
  });
  await on.client.ok("POST", "/api/instances/bulk-deploy", { template_id });
  await eventually("each event stands in a digest", async () => {
    const { pagination } = await on.client.ok("GET", "/api/notification-log?state=folded");
    return pagination.total === 12;
  });
  on.reach(isoFromMs(Date.now() + DIGEST_TIMES.collect_ms));
  await pump.press(81);
  const log = await eventually("all are told", async () => {
    const { data } = await on.client.ok("GET", "/api/notification-log?state=accepted");
    return data.flatMap(({ event_ids }: { event_ids: number[] }) => event_ids).length > 12 && data;
  });
  const warnings = log.filter(({ severity }: { severity: string }) => severity === "warning");
  // One, unless the deployment took more than 30 s on a busy machine.
  assertEquals(new Set(warnings.map(({ reason }: { reason: string }) => reason)), new Set(["digest"]));
  const named = warnings.flatMap(({ event_ids }: { event_ids: number[] }) => event_ids);
  assertEquals([named.length, new Set(named).size], [12, 12]);
});

systemTest("a person answers from the message: the link acknowledges, and the escalation ends", {
  environment,
}, async (on) => {
  await using pager = new HttpReceiver();
  const point = await contactPoint(on, pager, { name: "Pager", personal: true });
  const anna = await reachable(on, { username: "anna", point });
  await calls(on, anna);
  const pump = await critical(on);
  await pump.press(81);
  const [{ to, text }] = await toldTimes(pager, 1);
  assertEquals(to, `+49151${1_000 + anna}`);
  const path = text.match(/http:\/\/andon\.test(\/n\/[\w-]+)/)?.[1];
  assert(path !== undefined, text);
  const event = await on.event(pump.id, (row) => row.is_active);
  const host = { host: "andon.test" };
  const page = await fetch(`${on.andon.address}${path}`, { headers: host });
  assertStringIncludes(await page.text(), "High pressure");
  const answered = await fetch(`${on.andon.address}${path}`, {
    method: "POST",
    headers: { ...host, "content-type": "application/x-www-form-urlencoded" },
    body: "answer=acknowledge",
    redirect: "manual",
  });
  await answered.body?.cancel();
  assertEquals(answered.status, 303);
  const { data } = await on.client.ok("GET", `/api/rule-events/${event.id}`);
  assertEquals(data.acknowledged_by, "anna");
  const told = await on.client.ok("GET", `/api/rule-events/${event.id}/notifications`);
  assertEquals(told.data.map((row: Record<string, unknown>) => [row.username, row.answer]), [[
    "anna",
    "acknowledge",
  ]]);
});

systemTest("a contact point that refuses is told of by the others, until it works again", {
  environment,
}, async (on) => {
  await using pager = new HttpReceiver();
  await using chat = new HttpReceiver();
  const point = await contactPoint(on, pager, { name: "Pager", personal: true });
  await contactPoint(on, chat, { name: "Team chat", fallback: true });
  const anna = await reachable(on, { username: "anna", point });
  await calls(on, anna);
  pager.behave = () => new Response("unknown number", { status: 404 });
  const pump = await critical(on);
  await pump.press(81);
  const system = async () => (await on.client.ok("GET", "/api/rule-events/history?category=system")).data;
  const [failing] = await eventually("the event about it", async () => {
    const rows = await system();
    return rows.length > 0 && rows;
  });
  assertEquals([failing.event_name, failing.is_active], ["Contact point fails", true]);
  assertStringIncludes(failing.event_description, '"Pager" did not take a message: unknown number');
  pager.behave = () => new Response("taken");
  await pump.press(70);
  await toldTimes(pager, 1);
  await eventually(
    "the event about it ends",
    async () => (await system()).every((row: { is_active: boolean }) => !row.is_active),
  );
  assertEquals((await system()).length, 1);
});

systemTest("an event that is still active long after its acknowledgement is told again, and answered again", {
  environment,
}, async (on) => {
  await using pager = new HttpReceiver();
  const point = await contactPoint(on, pager, { name: "Pager", personal: true });
  await calls(on, await reachable(on, { username: "anna", point }));
  const pump = await critical(on, { re_alarm_minutes: 60 });
  await pump.press(81);
  const answer = async (text: string) => {
    const path = text.match(/http:\/\/andon\.test(\/n\/[\w-]+)/)?.[1];
    const { status, body } = await fetch(`${on.andon.address}${path}`, {
      method: "POST",
      headers: { host: "andon.test", "content-type": "application/x-www-form-urlencoded" },
      body: "answer=acknowledge",
      redirect: "manual",
    });
    await body?.cancel();
    assertEquals(status, 303);
  };
  const [first] = await toldTimes(pager, 1);
  await answer(first.text);
  const { id } = await on.event(pump.id, (row) => row.acknowledged_at !== null);
  const read = async () => (await on.client.ok("GET", `/api/rule-events/${id}`)).data;
  const before = await read();
  turnTo(Date.parse(before.acknowledged_at) + 60 * 60_000);
  const [, again] = await toldTimes(pager, 2);
  assertStringIncludes(again.text, "Still active, acknowledged 60 min ago by anna: acknowledge again");
  assertEquals([(await read()).acknowledged_at, (await read()).acknowledgements.length], [null, 1]);
  const rows = async () => (await on.client.ok("GET", `/api/rule-events/${id}/notifications`)).data;
  const seen = async () => (await rows()).map((row: Record<string, unknown>) => [row.reason, row.answer]);
  assertEquals(await seen(), [["opened", "acknowledge"], ["re_alarm", null]]);
  await answer(again.text);
  const after = await read();
  assertEquals(after.acknowledgements.map(({ by, via }: Record<string, string>) => [by, via]), [
    ["anna", "link"],
    ["anna", "link"],
  ]);
  assertEquals(after.acknowledgements[0].at, before.acknowledged_at, "statistics use the first one");
  assertEquals(await seen(), [["opened", "acknowledge"], ["re_alarm", "acknowledge"]]);
  assertEquals(pager.messages.length, 2);
});
