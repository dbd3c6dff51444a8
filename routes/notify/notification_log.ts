import { z } from "@hono/zod-openapi";
import { acknowledgementsOf } from "../../domain/event/acknowledgement.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { displayNameOf } from "../../domain/event/view.ts";
import type { DeliveryRecord } from "../../domain/notification/delivery.ts";
import { DELIVERY_STATES, MOST_NAMED } from "../../domain/notification/limits.ts";
import type { AnswerRecord } from "../../domain/notification/link.ts";
import { hoursBefore, isoFromMs, isoOrNull } from "../../domain/shared/time.ts";
import { MOST_SCANNED_DELIVERIES } from "../../storage/notifications/notifications.ts";
import { answerList, answerListed } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { pageOrFirst, paginationOf } from "../pipeline/pagination.ts";
import { described, flag, hoursNumber, idNumber } from "../pipeline/query.ts";
import { idParam, listQuery, mustExist, newRoutes, present } from "../pipeline/route.ts";
import { delivery, eventNotification } from "./views/schemas/notification.ts";

const DEFAULT_HOURS = 24;
/** 400 days. */
const MOST_HOURS = 9_600;

/** Who was told of what, by which way, and what became of it. */
export function notificationLogRoutes(deps: AppDeps) {
  const { notifications, events } = deps.storage;
  const { storage } = deps;
  const exists = mustExist({ noun: "Rule event", find: (id) => storage.events.get(id) });
  return newRoutes("Notifications")
    .handle("GET /api/notification-log", {
      may: { role: "operator", at: "anywhere" },
      request: { query: listQuery(filters) },
      description: "Each message to somebody, with its attempts, their results and the receivers' own words.",
      operationId: "listNotificationLog",
      responses: answers("The deliveries, newest first", { list: delivery, paged: "always" }),
    }, async (c) => {
      const query = c.req.valid("query"), page = pageOrFirst(query);
      const { event_id, user_id, contact_point_id, state, is_drill, hours = DEFAULT_HOURS } = query;
      const { rows, total } = await notifications.list({
        eventId: event_id,
        userId: user_id,
        contactPointId: contact_point_id,
        state,
        isDrill: is_drill,
        fromMs: hoursBefore(hours, deps.now()),
      }, page);
      const named = await firstEvents(deps, rows);
      return answerListed(c, {
        rows,
        pagination: paginationOf(page, total),
        view: (record: DeliveryRecord) => deliveryView(deps, { record, named }),
      });
    })
    .handle("GET /api/rule-events/{id}/notifications", {
      may: { role: "operator", at: "anywhere" },
      middleware: [exists],
      request: { params: idParam, query: listQuery({}) },
      description: "Who was told of the event, when, by which way, with what result, and what they answered.",
      operationId: "listEventNotifications",
      responses: answers("The deliveries that name the event, oldest first, the last 1,000", {
        list: eventNotification,
      }),
    }, async (c) => {
      const { id } = c.req.valid("param");
      const event = present(await events.get(id), { noun: "Rule event", id });
      const [rows, given] = await Promise.all([notifications.ofEvent(id), notifications.answersOf(id)]);
      const named = await firstEvents(deps, rows);
      return answerList(c, {
        rows,
        query: c.req.valid("query"),
        view: (record: DeliveryRecord) => ({
          ...deliveryView(deps, { record, named }),
          ...answerOf(deps, { record, event, given }),
        }),
      });
    });
}

type Named = ReadonlyMap<number, EventRecord>;

/** The first event of each delivery, where it still exists. */
function firstEvents({ storage }: AppDeps, rows: readonly DeliveryRecord[]): Promise<Named> {
  return storage.events.byIds(rows.flatMap(({ event_ids }) => event_ids.slice(0, 1)));
}

function firstEventView(event: EventRecord | undefined) {
  if (event === undefined) return null;
  const { id, template_instance, plant_node_floc_id } = event;
  return { id, template_instance, plant_node_floc_id, display_name: displayNameOf(event) };
}

function deliveryView(
  { storage, notifier }: Pick<AppDeps, "storage" | "notifier">,
  { record, named }: { record: DeliveryRecord; named: Named },
) {
  const { target: { contact_point_id, user_id, address }, attempts, event_ids } = record;
  const { id, reason, severity, state, policy_id, step, round, key } = record;
  const { attempt_count, folded_into, instead_of, cancelled_because } = record;
  return {
    ...{ id, reason, severity, state, policy_id, step, round, key },
    is_drill: record.is_drill === true,
    created_at: isoFromMs(record.created_at_ms),
    event_ids: event_ids.slice(0, MOST_NAMED),
    event_count: event_ids.length,
    first_event: firstEventView(named.get(event_ids[0]!)),
    contact_point_id,
    contact_point_name: notifier?.contactPointName(contact_point_id) ?? null,
    user_id,
    username: user_id === null ? null : storage.access.user(user_id)?.username ?? null,
    address,
    attempts: attempts.map(({ at_ms, ...attempt }) => ({ at: isoFromMs(at_ms), ...attempt })),
    due_at: isoFromMs(record.due_at_ms),
    next_attempt_at: isoOrNull(record.next_attempt_at_ms),
    settled_at: isoOrNull(record.settled_at_ms),
    ...{ attempt_count, folded_into, instead_of, cancelled_because },
  };
}

/** A person's answer: the one from a message, or the acknowledgement of the event. */
function answerOf(
  { storage }: Pick<AppDeps, "storage">,
  { record, event, given }: { record: DeliveryRecord; event: EventRecord; given: readonly AnswerRecord[] },
) {
  const { target: { user_id }, created_at_ms } = record;
  const fromMs = answersFrom(record, event);
  const own = given.find((each) => each.user_id === user_id && each.at_ms >= fromMs);
  if (own !== undefined) return { answer: own.answer, answered_at: isoFromMs(own.at_ms) };
  const username = user_id === null ? undefined : storage.access.user(user_id)?.username;
  const theirs = acknowledgementsOf(event).filter(({ by, at }) =>
    by === username && Date.parse(at) >= fromMs
  );
  const answered = theirs.find(({ at }) => Date.parse(at) >= created_at_ms) ?? theirs.at(-1);
  if (answered === undefined) return { answer: null, answered_at: null };
  return { answer: "acknowledge" as const, answered_at: answered.at };
}

/** Of messages since a re-alarm, only answers since it. */
function answersFrom({ created_at_ms }: DeliveryRecord, { re_alarm }: EventRecord): number {
  const at = re_alarm === undefined ? 0 : Date.parse(re_alarm.at);
  return created_at_ms >= at ? at : 0;
}

const filters = {
  event_id: described(idNumber(), "Only deliveries that name this event"),
  user_id: described(idNumber(), "Only deliveries to this person"),
  contact_point_id: described(idNumber(), "Only deliveries by this contact point"),
  state: described(
    z.enum(DELIVERY_STATES, { error: `Must be ${DELIVERY_STATES.join(", ")}` }),
    "Only deliveries in this state",
  ),
  is_drill: described(flag(), "true: only those of drills; false: none of drills"),
  hours: described(
    hoursNumber(MOST_HOURS),
    `Only deliveries of the last hours; default: ${DEFAULT_HOURS}. At most ` +
      `${MOST_SCANNED_DELIVERIES.toLocaleString("en")} deliveries are searched`,
  ),
};
