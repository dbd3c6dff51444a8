/**
 * A process that raises events and tells of them, for tests that kill it. Arguments: the store's file, the receiver's
 * address, the first event's id (0: it raises none), how often faster its clock runs, and when that clock began. Prints the id of each event
 * once it is committed.
 */
import type { DecisionContext } from "../../domain/notification/engine_types.ts";
import { decide } from "../../domain/notification/engine.ts";
import { hidingOf } from "../../domain/notification/hiding.ts";
import { everythingElse } from "../../domain/notification_policy/everything_else.ts";
import { policyTable } from "../../domain/notification_policy/match.ts";
import { openStorage } from "../../storage/open.ts";
import { random } from "../unit/storage/support.ts";
import {
  httpSender,
  type NotifierScene,
  plainNotifier,
  raise,
  targetOf,
  TurnedClock,
} from "./notifier_harness.ts";

const SEVERITIES = ["info", "warning", "error", "critical"] as const;
const [path, url, first, speed, beganMs] = Deno.args;
const now = () => Number(beganMs) + (Date.now() - Number(beganMs)) * Number(speed);

const storage = await openStorage({ path, now, random, secretsKey: new Uint8Array(32).fill(7) });
const scene: NotifierScene = {
  storage,
  clock: new TurnedClock(),
  points: new Map([[1, { sender: httpSender(url) }]]),
  targets: () => [[targetOf(1)]],
  reports: [],
};
const policies = policyTable([everythingElse], { areas: [], nodes: [] });

const notifier = plainNotifier(scene, {
  decide,
  now,
  random: Math.random,
  after: (ms, call) => {
    const timer = setTimeout(call, ms / Number(speed));
    return () => clearTimeout(timer);
  },
  context: (now_ms, queue): DecisionContext => ({
    now_ms,
    policies,
    fallback: 1,
    onCallOf: () => [],
    membersOf: () => [],
    waysOf: () => ({ targets: [], quiet_until_ms: null }),
    isUsable: () => true,
    hidingOf,
    failingContactPointOf: () => null,
    isWaiting: (eventId, to) => queue.isWaiting(eventId, to),
    keep_ended_ms: 86_400_000,
  }),
  log: (level, message, fields) => console.error(level, message, JSON.stringify(fields)),
});
notifier.start();
let id = Number(first);
while (id > 0) {
  const at = new Date(now()).toISOString();
  await raise(storage, {
    id,
    severity: SEVERITIES[id % 4],
    start_time: at,
    activated_at: at,
    recorded_at: at,
  });
  console.log(id++);
  await new Promise((resolve) => setTimeout(resolve, 10 * Math.random()));
}
