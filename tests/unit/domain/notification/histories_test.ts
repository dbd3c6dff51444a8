import { assert, assertEquals } from "@std/assert";
import { MESSAGE_BUDGET } from "../../../../domain/notification/budget.ts";
import type { NotifiableEvent } from "../../../../domain/notification/engine_types.ts";
import { isFollowing } from "../../../../domain/notification/delivery.ts";
import { recipientKey } from "../../../../domain/notification/state_keys.ts";
import { cases, fc } from "../../../support/fast_check.ts";
import { happen, type Happening, histories, plantOfPeople } from "../../../support/notification_histories.ts";
import {
  FALLBACK,
  HOUR,
  NotificationWorld,
  policyOf,
  receiver,
  SECOND,
} from "../../../support/notification_world.ts";

const DAYS = 24 * HOUR;

/** Runs a history, with a look at the world after each happening, and lets 10 days pass. */
function run(
  history: readonly Happening[],
  look: (world: NotificationWorld, what: Happening) => void = () => {},
) {
  const world = plantOfPeople();
  for (const what of history) {
    happen(world, what);
    look(world, what);
  }
  world.advance(10 * DAYS);
  return world;
}

const property = (check: (history: Happening[]) => void, times = 150) =>
  fc.assert(fc.property(histories, check), cases(times));

Deno.test("decide() uses no delivery key twice", () => {
  property((history) => {
    const keys = run(history).sent.map(({ key }) => key);
    assertEquals(new Set(keys).size, keys.length);
  });
});

Deno.test("decide() names every event that stays active and unanswered, or says that it could not", () => {
  property((history) => {
    const world = run(history);
    const named = new Set(world.sent.flatMap(({ event_ids }) => event_ids));
    for (const event of world.events.values()) {
      if (event.is_active && event.acknowledged_at === null) assert(named.has(event.id), `event ${event.id}`);
    }
  });
});

Deno.test("decide() tells every event that stays active and unanswered by a message that does not fail, once the fallback works", () => {
  property((history) => {
    const world = run(history);
    world.mend(FALLBACK);
    world.advance(HOUR);
    const told = new Set(
      world.sent.filter((one) => !isFollowing(one) && !world.failed.has(one)).flatMap(({ event_ids }) =>
        event_ids
      ),
    );
    for (const event of world.events.values()) {
      if (event.is_active && event.acknowledged_at === null) assert(told.has(event.id), `event ${event.id}`);
    }
    assertEquals(world.memory.unnotified.size, 0);
  }, 400);
});

Deno.test("decide() names every event that stays active and unanswered since a re-alarm again", () => {
  property((history) => {
    const world = plantOfPeople(), since = new Map<number, { at: string; sent: number }>();
    for (const what of history) {
      const sent = world.sent.length;
      happen(world, what);
      for (const { id, re_alarm } of world.events.values()) {
        if (re_alarm !== undefined && since.get(id)?.at !== re_alarm.at) {
          since.set(id, { at: re_alarm.at, sent });
        }
      }
    }
    world.advance(10 * DAYS);
    for (const [id, { sent }] of since) {
      const event = world.events.get(id);
      if (event?.is_active !== true || event.acknowledged_at !== null) continue;
      assert(world.sent.slice(sent).some(({ event_ids }) => event_ids.includes(id)), `event ${id}`);
    }
  }, 400);
});

Deno.test("decide() tells the fallback of every event that reaches no person", () => {
  property((history) => {
    const world = run(history.filter(({ kind }) => kind !== "raise"));
    for (const event of world.events.values()) {
      if (!event.is_active || event.acknowledged_at !== null || !isTakenByNobody(event)) continue;
      const told = world.sent.filter(({ event_ids }) => event_ids.includes(event.id)).map(receiver);
      assert(told.includes("c9"), `event ${event.id}: ${told}`);
    }
  });
});

/** Warnings go to a user who does not exist, infos to the last policy. */
function isTakenByNobody({ severity }: NotifiableEvent): boolean {
  return severity === "info" || severity === "warning";
}

Deno.test("decide() sends nothing of an escalation after the acknowledgement but a raised severity", () => {
  property((history) => {
    const world = plantOfPeople();
    const answered = new Map<number, number>();
    for (const what of history.filter(({ kind }) => kind !== "re_alarm")) {
      happen(world, what);
      for (const { id, acknowledged_at } of world.events.values()) {
        if (acknowledged_at !== null && !answered.has(id)) answered.set(id, world.sent.length);
      }
    }
    world.advance(10 * DAYS);
    for (const [id, from] of answered) {
      const after = world.sent.slice(from).filter(({ event_ids }) => event_ids.includes(id));
      const escalating = after.filter(({ reason, event_ids }) =>
        (reason === "opened" || reason === "escalated" || reason === "repeated") && event_ids.length === 1
      );
      assertEquals(escalating.map(({ key }) => key), []);
    }
  });
});

Deno.test("decide() sends at most five messages in 10 minutes to one receiver, but escalation steps and digests", () => {
  property((history) => {
    const world = run(history.filter((what) => what.kind !== "clock" || what.ms > 0));
    const counted = world.sent.filter(({ reason, step }) => reason !== "digest" && !(step > 0));
    for (const messages of Map.groupBy(counted, ({ target }) => recipientKey(target)).values()) {
      for (const { at } of messages) {
        const within = messages.filter((one) => one.at <= at && at - one.at < MESSAGE_BUDGET.within_ms);
        assert(within.length <= MESSAGE_BUDGET.messages, `${within.length} messages`);
      }
    }
  });
});

Deno.test("decide() tells the end of an event only to who was told of it", () => {
  property((history) => {
    const world = run(history);
    world.sent.forEach(({ reason, event_ids, target }, at) => {
      if (reason !== "resolved") return;
      const before = world.sent.slice(0, at).filter((one) =>
        recipientKey(one.target) === recipientKey(target)
      );
      for (const id of event_ids) assert(before.some((one) => one.event_ids.includes(id)), `event ${id}`);
    });
  });
});

Deno.test("decide() numbers the digests of a receiver in ascending order", () => {
  property((history) => {
    const digests = run(history).sent.filter(({ digest }) => digest !== undefined);
    for (
      const messages of Map.groupBy(digests, ({ called, target }) => recipientKey(called ?? target)).values()
    ) {
      const numbers = messages.map(({ digest = 0 }) => digest);
      assertEquals(numbers, numbers.toSorted((a, b) => a - b));
    }
  });
});

Deno.test("decide() decides the same when the process restarts before each step", () => {
  property((history) => {
    const steady = run(history.filter(({ kind }) => kind !== "restart"));
    const restarted = run(history.filter(({ kind }) => kind !== "restart"), (world) => world.restart());
    assertEquals(restarted.sent, steady.sent);
  });
});

Deno.test("decide() leaves its state as it was", () => {
  property((history) => {
    run(history, (world) => {
      const { escalations, groups, budgets } = world.memory;
      const records = () => JSON.stringify([[...escalations], [...groups], [...budgets]]);
      const before = records();
      world.now += HOUR;
      world.step();
      world.now -= HOUR;
      assertEquals(records(), before);
    });
  }, 30);
});

Deno.test("decide() names every critical event within 30 s after it opens or its shelf ends, in any flood", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.nat(3)), { maxLength: 200 }),
      (flood) => {
        const world = new NotificationWorld();
        world.policies = [policyOf(2, {
          steps: [{ after_minutes: 0, to: [{ kind: "user", id: 1 }] }],
          group_by: ["instance"],
        })];
        const opened = new Map<number, number>();
        for (const [seconds, kind] of flood) {
          world.advance(seconds * SECOND);
          const id = world.open({ severity: kind === 0 ? "warning" : "critical" });
          if (kind !== 0) opened.set(id, world.now);
        }
        world.advance(HOUR);
        for (const [id, at] of opened) {
          const named = world.sent.find(({ event_ids }) => event_ids.includes(id));
          assert(named !== undefined && named.at - at <= 30 * SECOND, `event ${id}`);
        }
      },
    ),
    cases(60),
  );
});
