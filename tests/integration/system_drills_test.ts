import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { PolicyDraft } from "../../domain/notification_policy/schema.ts";
import { everythingElse } from "../../domain/notification_policy/everything_else.ts";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { HttpReceiver } from "../support/http_receiver.ts";
import { aboveLimit, type RunningSystem, systemTest, timeline } from "../support/running_system.ts";

const ADMIN = { name: "admin", role: "admin" } as const;
const environment = { PUBLIC_URL: "http://andon.test" };
interface Told {
  title: string;
  text: string;
  to: string;
}

/** A contact point that posts to a person's address, and a person whom critical events call at once. */
async function caller({ client, andon: { storage } }: RunningSystem, receiver: HttpReceiver): Promise<void> {
  const { data: { id: contact_point_id } } = await client.ok("POST", "/api/contact-points", {
    name: "Pager",
    config: {
      kind: "http",
      method: "POST",
      url: receiver.url,
      content_type: "application/json",
      headers: [{ name: "x-key", value: "{delivery_key}" }],
      body: '{"title":"{title}","text":"{text}","to":"{to}"}',
    },
  });
  const body = { username: "anna", password: "correct horse battery", role: "operator" };
  const { data: { id } } = await client.ok("POST", "/api/users", body);
  const { contactAddresses, notificationPolicies } = storage;
  const address = { contact_point_id, address: "+491511234567" };
  const { id: addressId } = await contactAddresses.add(id, address, ADMIN);
  const { code } = await contactAddresses.newCode({ userId: id, addressId });
  await contactAddresses.confirm({ userId: id, addressId }, code, ADMIN);
  const { v: _v, id: _id, created_at: _at, created_by: _by, ...usual } = everythingElse;
  const policy: PolicyDraft = {
    ...usual,
    name: "Pumps",
    match: { ...usual.match, severities: ["critical"] },
    steps: [{ after_minutes: 0, to: [{ kind: "user", id }] }],
  };
  await notificationPolicies.create(policy, ADMIN);
}

/** An instance whose rule is critical; `press` writes a value. */
async function pump(on: RunningSystem) {
  await on.streams.make("number", "Own.A");
  await on.configure();
  const rules = [{ conditions: [aboveLimit], severity: "critical", rule_name: "High", rule_id: "high" }];
  const id = await on.deploy(await on.template({ rules }), { VALUE: "Own.A" }, "Pump 1");
  const at = timeline(0), begunMs = Date.now();
  return {
    id,
    press: (value: number) => on.streams.write("Own.A", [at((Date.now() - begunMs) / 1_000), value]),
  };
}

async function toldTimes(receiver: HttpReceiver, count: number): Promise<Told[]> {
  await eventually(`${count} messages`, () => receiver.messages.length >= count);
  return receiver.messages.map(({ body }) => body as Told);
}

const activeCount = async (on: RunningSystem) => /^andon_events_active (\d+)$/m.exec(await on.metrics())?.[1];

systemTest(
  "a drill calls a person, who answers by the link, while an actual event of the rule is told as always",
  {
    environment,
  },
  async (on) => {
    await using pager = new HttpReceiver();
    await caller(on, pager);
    const { id: instance_id, press } = await pump(on);
    const drill = { instance_id, rule_id: "high" };
    const started = (await on.client.ok("POST", "/api/notification-drills", drill)).data;
    const [first] = await toldTimes(pager, 1);
    assertEquals([first.title, first.to], ["Drill: Critical: High, Pump 1", "+491511234567"]);
    assertMatch(first.text, /^This is a drill: nothing is wrong in the plant/);
    const path = first.text.match(/http:\/\/andon\.test(\/n\/[\w-]+)/)?.[1];
    assert(path !== undefined, first.text);

    await press(81);
    assertEquals((await toldTimes(pager, 2))[1].title, "Critical: High, Pump 1: 81, limit 80");
    const event = await on.event(instance_id, (row) => row.is_active);
    assertEquals([event.flags, await activeCount(on)], [[], "1"]);
    assertEquals((await on.events(instance_id)).map(({ id }) => id), [event.id]);

    const host = { host: "andon.test" };
    const page = await (await fetch(`${on.andon.address}${path}`, { headers: host })).text();
    assertStringIncludes(page, "Drill: High");
    assertStringIncludes(page, "This is a drill: nothing is wrong in the plant.");
    const answered = await fetch(`${on.andon.address}${path}`, {
      method: "POST",
      headers: { ...host, "content-type": "application/x-www-form-urlencoded" },
      body: "answer=acknowledge",
      redirect: "manual",
    });
    await answered.body?.cancel();
    assertEquals(answered.status, 303);
    assertEquals((await toldTimes(pager, 3))[2].title, "Drill: Ended: High, Pump 1");

    const [shown] =
      (await on.client.ok("GET", `/api/notification-drills?instance_id=${instance_id}&last=true`)).data;
    assertEquals([shown.event_id, shown.is_running, shown.acknowledged_by], [
      started.event_id,
      false,
      "anna",
    ]);
    assertEquals(shown.reached.map(({ username, contact_point }: Json) => [username, contact_point]), [
      ["anna", "Pager"],
    ]);
    const log = await eventually("all results are stored", async () => {
      const { data } = await on.client.ok("GET", "/api/notification-log");
      return data.length === 3 && data.every(({ state }: Json) => state === "accepted") && data;
    });
    const seen = log.map(({ reason, is_drill, event_ids }: Json) => [reason, is_drill, event_ids]);
    assertEquals(seen.toReversed(), [
      ["opened", true, [started.event_id]],
      ["opened", false, [event.id]],
      ["resolved", true, [started.event_id]],
    ]);

    const still = (await on.client.ok("GET", `/api/rule-events/${event.id}`)).data;
    assertEquals([still.is_active, still.acknowledged_at], [true, null], "the answer was about the drill");
    await press(70);
    assertEquals((await toldTimes(pager, 4))[3].title, "Resolved: High, Pump 1");
    assertEquals(pager.repeats, []);
  },
);

systemTest("a drill that runs when its instance is undeployed goes on until somebody ends it", {
  environment,
}, async (on) => {
  await using pager = new HttpReceiver();
  await caller(on, pager);
  const { id: instance_id } = await pump(on);
  const drill = { instance_id, rule_id: "high" };
  const { event_id } = (await on.client.ok("POST", "/api/notification-drills", drill)).data;
  await toldTimes(pager, 1);
  await on.client.ok("POST", `/api/instances/${instance_id}/undeploy`);
  assertEquals((await on.client.ok("GET", `/api/rule-events/${event_id}`)).data.is_active, true);
  await on.client.ok("POST", `/api/rule-events/${event_id}/close`);
  assertEquals((await toldTimes(pager, 2))[1].title, "Drill: Ended: High, Pump 1");
});
