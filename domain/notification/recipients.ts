import type { PolicyStep } from "../notification_policy/schema.ts";
import type { Ms } from "../shared/time.ts";
import type { DecisionContext, Escalation, NotifiableEvent, NotifiedRecipient } from "./engine_types.ts";
import type { Target } from "./types.ts";

/** Where a message goes, and where else when that fails for good. */
export interface Receiver {
  target: Target;
  otherwise: Target[];
  /** The end of the person's present quiet hours; null: there are none now. */
  quiet_until_ms: Ms | null;
}

/** Everybody a step of an escalation calls, each once; without those who answered "I cannot". */
export function receiversOf(
  { to }: PolicyStep,
  escalation: Escalation,
  context: DecisionContext,
): Receiver[] {
  const users = new Set<number>(), points = new Set<number>();
  for (const { kind, id } of to) {
    if (kind === "contact_point") points.add(id);
    else for (const user of usersOf({ kind, id }, context)) users.add(user);
  }
  for (const user of escalation.cannot) users.delete(user);
  const { event } = escalation;
  return [
    ...[...users].flatMap((id) => personReceiver(id, event, context) ?? []),
    ...[...points].flatMap((id) => pointReceiver(id, event, context) ?? []),
  ];
}

function usersOf(
  { kind, id }: { kind: "user" | "team" | "roster"; id: number },
  { onCallOf, membersOf, now_ms }: DecisionContext,
): readonly number[] {
  switch (kind) {
    case "user":
      return [id];
    case "team":
      return membersOf(id);
    case "roster":
      return onCallOf(id, now_ms);
  }
}

/** A person by the first usable way; undefined: there is none. */
function personReceiver(
  userId: number,
  event: NotifiableEvent,
  context: DecisionContext,
): Receiver | undefined {
  const { targets, quiet_until_ms } = context.waysOf(userId, context.now_ms);
  const [target, ...otherwise] = targets.filter((way) => isUsableFor(way.contact_point_id, event, context));
  return target && { target, otherwise, quiet_until_ms };
}

function pointReceiver(id: number, event: NotifiableEvent, context: DecisionContext): Receiver | undefined {
  if (!isUsableFor(id, event, context)) return undefined;
  return {
    target: { contact_point_id: id, user_id: null, address: null },
    otherwise: [],
    quiet_until_ms: null,
  };
}

/** A contact point that fails is told of by other ones only. */
function isUsableFor(id: number, event: NotifiableEvent, context: DecisionContext): boolean {
  return context.isUsable(id) && context.failingContactPointOf(event) !== id;
}

/**
 * Who is told when nobody else is; none: nobody can be. A fallback that fails cannot tell so itself: each contact point
 * that has passed its test does.
 */
export function fallbackReceivers(event: NotifiableEvent, context: DecisionContext): Receiver[] {
  const { fallback, spares } = context;
  if (fallback === null) return [];
  const ids = reportsFallback(event, context) ? spares : [fallback];
  return ids.flatMap((id) => pointReceiver(id, event, context) ?? []);
}

/** Whether an event reports that the fallback fails. */
export function reportsFallback(event: NotifiableEvent, context: DecisionContext): boolean {
  return context.fallback !== null && context.failingContactPointOf(event) === context.fallback;
}

/** Somebody who was told: at the same contact point while that is usable, else by the person's first way. */
export function receiverOfNotified(
  { user_id, contact_point_id }: Pick<NotifiedRecipient, "user_id" | "contact_point_id">,
  event: NotifiableEvent,
  context: DecisionContext,
): Receiver | undefined {
  if (user_id === null) return pointReceiver(contact_point_id, event, context);
  const person = personReceiver(user_id, event, context);
  if (person === undefined) return undefined;
  const ways = [person.target, ...person.otherwise];
  const same = ways.find((way) => way.contact_point_id === contact_point_id);
  if (same === undefined) return person;
  return { ...person, target: same, otherwise: ways.filter((way) => way !== same) };
}
