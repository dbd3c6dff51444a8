import { assertEquals } from "@std/assert";
import { addPoint, addPolicy } from "../support/called_people.ts";
import { httpConfig } from "../support/contact_points.ts";
import { eventually } from "../support/eventually.ts";
import { HttpReceiver } from "../support/http_receiver.ts";
import { loopbackNotifier } from "../support/loopback_notifier.ts";
import { raise, TurnedClock } from "../support/notifier_harness.ts";
import { testStorage } from "../unit/storage/support.ts";

const ADMIN = { name: "admin", role: "admin" } as const;
const KEY = [{ name: "x-key", value: "{delivery_key}" }];
const MINUTE_MS = 60_000;
const HOURS = [{ weekdays: [1, 2, 3, 4, 5], from: "06:00", to: "14:00" }];

/** It is Saturday, 2026-01-31, 09:00 in Berlin, and the plant works from Monday, 06:00 on. */
async function scene() {
  const clock = new TurnedClock(Date.parse("2026-01-31T08:00:00Z"));
  const test = await testStorage({ ms: clock.ms }), { storage } = test;
  const receiver = new HttpReceiver();
  const id = await addPoint(storage, {
    name: "Pager",
    config: { ...httpConfig({ url: receiver.url, body: '{"text":"{title}"}' }), ca: null, headers: KEY },
  });
  await storage.plantSettings.save({ working_hours: HOURS }, ADMIN);
  const steps = [{ after_minutes: 0, to: [{ kind: "contact_point" as const, id }] }];
  const policyId = await addPolicy(storage, { name: "Hours", hours: "working_hours", steps });
  const open = () => {
    const service = loopbackNotifier(storage, clock);
    service.start();
    return service;
  };
  let service = open(), raised = 0;
  return {
    clock,
    storage,
    policyId,
    count: () => receiver.messages.length,
    async restart() {
      await service.close();
      service = open();
    },
    async settled() {
      await service.notifier.settled(MINUTE_MS);
    },
    async raise(severity: "warning" | "critical" = "warning") {
      const at = new Date(clock.ms).toISOString();
      await raise(storage, { id: ++raised, severity, start_time: at, activated_at: at, recorded_at: at });
      await service.notifier.settled(MINUTE_MS);
    },
    async [Symbol.asyncDispose]() {
      await service.close();
      await receiver[Symbol.asyncDispose]();
      await test[Symbol.asyncDispose]();
    },
  };
}

Deno.test("what is not critical waits for the plant's working hours, over a restart, and is one message then", async () => {
  await using on = await scene();
  await on.raise();
  await on.raise("critical");
  await eventually("the critical event", () => on.count() === 1);
  await on.raise();
  await on.restart();
  on.clock.turn(Date.parse("2026-02-02T04:59:00Z") - on.clock.ms);
  await on.settled();
  assertEquals(on.count(), 1);
  on.clock.turn(MINUTE_MS);
  await on.settled();
  on.clock.turn(MINUTE_MS);
  await eventually("the digest", () => on.count() === 2);
  await on.settled();
  assertEquals(on.count(), 2);
});

for (const what of ["the calendar", "the policy"]) {
  Deno.test(`an event waits no longer once ${what} is changed so`, async () => {
    await using on = await scene();
    await on.raise();
    await on.settled();
    if (what === "the calendar") await on.storage.plantSettings.save({ working_hours: [] }, ADMIN);
    else await on.storage.notificationPolicies.update(on.policyId, { hours: "always" }, ADMIN);
    await on.settled();
    on.clock.turn(MINUTE_MS);
    await eventually("the digest", () => on.count() === 1);
  });
}
