import { MESSAGE_BUDGET } from "../../domain/notification/budget.ts";
import type { DeliveryRecord } from "../../domain/notification/delivery.ts";
import { recipientKey } from "../../domain/notification/state_keys.ts";
import { type FloodMessage, markOf } from "./flood_receivers.ts";
import { type NotifierClock, type RaisedEvent, timeBy } from "./spawned_notifier.ts";
import { type Spread, spreadOf, takenOf, timesTold } from "./told_once.ts";

/** Who is called for an event: the recipients of the first step, and all. */
export type Called = (event: RaisedEvent) => { first: string[]; all: string[] };

export interface FloodAssessment {
  events: number;
  critical: number;
  /** Deliveries that a receiver took, digests among them; and attempts after the first one. */
  messages: number;
  digests: number;
  attemptsAgain: number;
  /** Pairs of an event and somebody called for it who was not told, or more than once; and told though not called. */
  untold: number;
  toldAgain: number;
  toldOthers: number;
  /** Deliveries without exactly one message at a receiver, and messages without a delivery. */
  unmatched: number;
  /** Messages that are not digests, beyond five in ten minutes to one recipient. */
  overBudget: number;
  /** From a critical event's commit to the message that names it, to each whom the first step calls, in s. */
  criticalNamedS: Spread;
  /** Critical events that no message to such a recipient names itself. */
  criticalUnnamed: number;
  /** From an event's commit to its own message, in ms. */
  handOverMs: Spread;
}

interface Flood {
  deliveries: readonly DeliveryRecord[];
  raised: ReadonlyMap<number, RaisedEvent>;
  messages: readonly FloodMessage[];
  called: Called;
  clock: NotifierClock;
}

/** Compares what was raised with the log and with what the receivers took. */
export function assessFlood(flood: Flood): FloodAssessment {
  const { deliveries, raised, messages } = flood;
  const taken = takenOf(deliveries), events = [...raised.values()];
  const digests = taken.filter(({ reason }) => reason === "digest");
  return {
    events: events.length,
    critical: events.filter(({ severity }) => severity === "critical").length,
    messages: taken.length,
    digests: digests.length,
    attemptsAgain: taken.reduce((sum, { attempt_count }) => sum + attempt_count - 1, 0),
    ...countTold(taken, flood),
    unmatched: unmatched(taken, messages),
    overBudget: overBudget(taken.filter((record) => !digests.includes(record))),
    ...criticalNamed(taken, flood),
    handOverMs: handOver(taken, flood),
  };
}

function countTold(taken: readonly DeliveryRecord[], { raised, called }: Flood) {
  const times = timesTold(taken);
  let untold = 0, toldAgain = 0;
  for (const event of raised.values()) {
    for (const recipient of called(event).all) {
      const count = times.get(`${event.id} ${recipient}`) ?? 0;
      if (count === 0) untold++;
      if (count > 1) toldAgain++;
      times.delete(`${event.id} ${recipient}`);
    }
  }
  return { untold, toldAgain, toldOthers: times.size };
}

function unmatched(taken: readonly DeliveryRecord[], messages: readonly FloodMessage[]): number {
  const byMark = Map.groupBy(messages, ({ mark }) => mark);
  const wrong = taken.filter((record) => {
    const [message, ...more] = byMark.get(markOf(record)) ?? [];
    byMark.delete(markOf(record));
    return message === undefined || more.length > 0 || message.to !== record.target.address;
  });
  return wrong.length + byMark.size;
}

/** Escalation steps have a budget of their own. */
function overBudget(single: readonly DeliveryRecord[]): number {
  let over = 0;
  const recipientOf = ({ target, step }: DeliveryRecord) => `${recipientKey(target)} ${step > 0}`;
  for (const own of Map.groupBy(single, recipientOf).values()) {
    const times = own.map(({ created_at_ms }) => created_at_ms).sort((a, b) => a - b);
    over += times.filter((time, i) => time - times[i - MESSAGE_BUDGET.messages]! < MESSAGE_BUDGET.within_ms)
      .length;
  }
  return over;
}

function criticalNamed(taken: readonly DeliveryRecord[], { raised, messages, called, clock }: Flood) {
  const recipientBy = new Map(taken.map((record) => [markOf(record), recipientKey(record.target)]));
  const namedMs = new Map<string, number>();
  for (const { mark, names, came_ms } of messages) {
    for (const id of names) {
      const at = `${id} ${recipientBy.get(mark)}`;
      namedMs.set(at, Math.min(namedMs.get(at) ?? Infinity, timeBy(clock, came_ms)));
    }
  }
  const waits: number[] = [];
  let criticalUnnamed = 0;
  for (const event of raised.values()) {
    if (event.severity !== "critical") continue;
    for (const recipient of called(event).first) {
      const ms = namedMs.get(`${event.id} ${recipient}`);
      if (ms === undefined) criticalUnnamed++;
      else waits.push((ms - event.at_ms) / 1_000);
    }
  }
  return { criticalNamedS: spreadOf(waits), criticalUnnamed };
}

function handOver(taken: readonly DeliveryRecord[], { raised, messages, clock }: Flood): Spread {
  const came = new Map(messages.map(({ mark, came_ms }) => [mark, came_ms]));
  return spreadOf(taken.flatMap((record) => {
    const { reason, step, policy_id, event_ids: [id] } = record;
    const event = raised.get(id ?? -1), ms = came.get(markOf(record));
    if (reason !== "opened" || step > 0 || policy_id === null || event === undefined || ms === undefined) {
      return [];
    }
    return [(timeBy(clock, ms) - event.at_ms) / clock.speed];
  }));
}
