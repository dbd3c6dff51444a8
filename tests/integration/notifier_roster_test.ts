import { assertEquals } from "@std/assert";
import { rosterSchema } from "../../domain/roster/schema.ts";
import { addPerson, addPoint, addPolicy } from "../support/called_people.ts";
import { httpConfig } from "../support/contact_points.ts";
import { eventually } from "../support/eventually.ts";
import { HttpReceiver } from "../support/http_receiver.ts";
import { raise, TurnedClock } from "../support/notifier_harness.ts";
import { loopbackNotifier } from "../support/loopback_notifier.ts";
import { testStorage } from "../unit/storage/support.ts";

const ADMIN = { name: "admin", role: "admin" } as const;
const MINUTE_MS = 60_000;

/** Anna and Ben take turns of a day from a date on, handed over at 02:30 in Berlin. */
async function scene({ from, until }: { from: string; until: string }) {
  const clock = new TurnedClock(Date.parse(until));
  const test = await testStorage({ ms: clock.ms }), { storage } = test;
  const receiver = new HttpReceiver();
  const point = await addPoint(storage, {
    name: "Pager",
    config: { ...httpConfig({ url: receiver.url, body: '{"to":"{to}"}' }), ca: null, headers: KEY },
  });
  const add = (username: string) =>
    addPerson(storage, { username, point, address: `${username}@example.org` });
  const layer = {
    ...{ name: "Days", user_ids: [await add("anna"), await add("ben")], every: 1, unit: "day" },
    ...{ starts_on: from, handover_time: "02:30" },
  };
  const draft = rosterSchema.parse({ name: "Standby", time_zone: "Europe/Berlin", layers: [layer] });
  const to = [{ kind: "roster" as const, id: (await storage.rosters.create(draft, ADMIN)).id }];
  await addPolicy(storage, { name: "All", steps: [0, 10].map((after_minutes) => ({ after_minutes, to })) });
  const service = loopbackNotifier(storage, clock);
  service.start();
  let raised = 0;
  const told = () => receiver.messages.map(({ body }) => (body as { to: string }).to.split("@")[0]);
  return {
    clock,
    /** Turns the clock to a time. */
    turnTo: (time: string) => clock.turn(Date.parse(time) - clock.ms),
    /** Raises an event now. */
    async raise() {
      const at = new Date(clock.ms).toISOString();
      await raise(storage, { id: ++raised, start_time: at, activated_at: at, recorded_at: at });
    },
    /** Who was told, in order, once so many messages have come. */
    async told(count: number) {
      await eventually(`${count} messages`, () => receiver.messages.length >= count);
      await service.notifier.settled(MINUTE_MS);
      return told();
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      await receiver[Symbol.asyncDispose]();
      await test[Symbol.asyncDispose]();
    },
  };
}

const KEY = [{ name: "x-key", value: "{delivery_key}" }];

for (
  const { what, from, until, handovers } of [
    {
      what: "forward, over the handover",
      from: "2026-03-27",
      until: "2026-03-29T00:59:59Z",
      // 02:30 does not exist, so the clock jumps over it at 01:00 UTC; the day after, it is 00:30 UTC.
      handovers: ["2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"],
    },
    {
      what: "back, over the handover",
      from: "2026-10-23",
      until: "2026-10-25T00:29:59Z",
      // 02:30 comes twice and the first one counts; the day after, it is 01:30 UTC.
      handovers: ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"],
    },
  ]
) {
  Deno.test(`the clock is put ${what}: whoever is on call at each time is called`, async () => {
    await using on = await scene({ from, until });
    await on.raise();
    assertEquals(await on.told(1), ["ben"]);
    on.turnTo(handovers[0]);
    await on.raise();
    assertEquals(await on.told(2), ["ben", "anna"]);
    // The second steps of both events, ten minutes after each.
    on.clock.turn(10 * MINUTE_MS);
    assertEquals(await on.told(4), ["ben", "anna", "anna", "anna"]);
    on.turnTo(new Date(Date.parse(handovers[1]) - 1).toISOString());
    await on.raise();
    assertEquals((await on.told(5))[4], "anna");
    on.turnTo(handovers[1]);
    await on.raise();
    assertEquals((await on.told(6))[5], "ben");
  });
}
