import { assert, assertEquals } from "@std/assert";
import type { DeliveryRecord } from "../../domain/notification/delivery.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { decidedNotifier } from "../support/decided_notifier.ts";
import { changeEvent, raise } from "../support/notifier_harness.ts";
import type { Notifications } from "../../storage/notifications/notifications.ts";

const MINUTE = 60_000;
const OFFICE = { kind: "contact_point" as const, id: 2 }, ROOM = { kind: "contact_point" as const, id: 1 };
/** The office is called at once, the room after 10 minutes. */
const TWO_STEPS = { steps: [{ after_minutes: 0, to: [OFFICE] }, { after_minutes: 10, to: [ROOM] }] };

/** More operations of the store than the notifier makes in a turn. */
const OPERATIONS = 14;
const WATCHED = new Set(["outbox", "commit", "events", "lost"]);

interface Interruption {
  at: number;
  when: "before" | "after";
  happens: () => Promise<void>;
  /** After each commit. */
  committed: (pieces: Parameters<Notifications["commit"]>[0]) => Promise<void>;
}

/** The same, but something happens before or after one of its operations, counted from the call of `arm`. */
function interrupted(real: Notifications, { at, when, happens, committed }: Interruption) {
  let count = Infinity;
  const notifications = new Proxy(real, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      if (!WATCHED.has(String(name))) return value.bind(target);
      return async (...given: unknown[]) => {
        const isThis = count++ === at;
        if (isThis && when === "before") await happens();
        const result = await Reflect.apply(value, target, given);
        if (name === "commit") await committed(given[0] as Parameters<Notifications["commit"]>[0]);
        if (isThis && when === "after") await happens();
        return result;
      };
    },
  });
  return { notifications, arm: () => count = 0 };
}

type Cause = "its time comes" | "the step before it fails";

for (const cause of ["its time comes", "the step before it fails"] as const) {
  Deno.test(`no step is attempted once an acknowledgement is stored, wherever the notifier is, when ${cause}`, async () => {
    let stopped = 0;
    for (const when of ["before", "after"] as const) {
      for (let at = 0; at < OPERATIONS; at++) stopped += await isStopped({ cause, at, when }) ? 1 : 0;
    }
    assert(stopped >= 8, `${stopped} acknowledgements came in time`);
  });
}

/** Whether an acknowledgement at an operation of the store comes in time; then the room is not called. */
async function isStopped(
  { cause, at, when }: { cause: Cause; at: number; when: "before" | "after" },
): Promise<boolean> {
  await using on = await decidedNotifier();
  await on.policy(TWO_STEPS);
  if (cause === "the step before it fails") on.office.behave = () => new Response("no", { status: 403 });
  let event: EventRecord | undefined, began: string | undefined, acknowledged: string | undefined;
  let arm = () => {};
  const happens = async () => {
    if (event === undefined) return;
    await changeEvent(on.storage, event, {
      acknowledged_at: isoFromMs(on.clock.ms),
      acknowledged_by: "anna",
    });
    acknowledged = (await on.kv.get(["event", 1])).versionstamp ?? "";
  };
  const committed: Interruption["committed"] = async (pieces) => {
    const record = pieces.flat().flatMap((one) => one.type === "set" && one.key[0] === "delivery" ? one : [])
      .map(({ value }) => value as DeliveryRecord)
      .find(({ target, state }) => target.contact_point_id === ROOM.id && state === "sending");
    const stored = record && await on.kv.get<DeliveryRecord>(["delivery", record.id]);
    if (stored?.value?.state === "sending") began ??= stored.versionstamp ?? undefined;
  };
  await on.restart(({ notifications: real }) => {
    const watched = interrupted(real, { at, when, happens, committed });
    arm = watched.arm;
    return { notifications: watched.notifications };
  });
  const recorded_at = isoFromMs(on.clock.ms);
  if (cause === "its time comes") {
    event = await raise(on.storage, { id: 1, severity: "critical", recorded_at });
    await on.idle();
    arm();
    await on.pass(10 * MINUTE, 10 * MINUTE);
  } else {
    await on.idle();
    arm();
    event = await raise(on.storage, { id: 1, severity: "critical", recorded_at });
    await on.idle();
  }
  await on.pass(20 * MINUTE, MINUTE);
  if (acknowledged === undefined) return false;
  const isLate = began !== undefined && began < acknowledged;
  assertEquals(on.room.requests, isLate ? 1 : 0, `${when} operation ${at}`);
  return !isLate;
}
