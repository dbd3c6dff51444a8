import { z } from "@hono/zod-openapi";
import type { InstanceMessage } from "../../actors/instance/contract.ts";
import { matchesPerson, type PersonFilter, shelvedFilter, wordsOf } from "../../domain/event/filter.ts";
import { eventChangeSchema } from "../../domain/event/schema.ts";
import { type EventChange, type EventRecord, SEVERITIES } from "../../domain/event/types.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import { onAnyObject } from "../../domain/shared/schema.ts";
import { TEXT_LIMITS } from "../../domain/shared/text.ts";
import { hoursBefore, msFromTicks, type Ticks } from "../../domain/shared/time.ts";
import { type EventFilter, MOST_MERGED } from "../../storage/event_rows.ts";
import { answerData, answerDone, answerList, answerListed, answerWritten } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { actorOf, type AppContext } from "../pipeline/env.ts";
import { pageOrFirst, paginationOf, type PagingQuery } from "../pipeline/pagination.ts";
import { placeFields, type PlaceQuery, placesOf } from "../pipeline/place_filter.ts";
import { described, flag, hoursNumber, idNumber, sourceTime, text } from "../pipeline/query.ts";
import { answers } from "../pipeline/document/answers.ts";
import { body, idParam, integerId, listQuery, mustExist, newRoutes, present } from "../pipeline/route.ts";
import { shownEvent } from "./views/event.ts";
import { eventViewFor } from "../pipeline/for_reader.ts";
import { closedEvent, ruleEvent } from "./views/schemas/event.ts";

const DEFAULT_HOURS = 24;

export function ruleEventRoutes(deps: AppDeps) {
  const { events } = deps.storage;
  const found = async (id: number) => present(await events.get(id), { noun: "Rule event", id });
  const view = (event: EventRecord) => shownEvent(deps, event);
  const exists = mustExist({ noun: "Rule event", find: (id) => events.get(id) });
  const one = { middleware: [exists], request: { params: idParam } };
  const list = { request: { query: listQuery(filters).refine(hasOneSpan, ONE_SPAN) } };
  return newRoutes("Rule events")
    .handle("GET /api/rule-events/active", {
      ...list,
      may: "viewer",
      screen: { query: ["area", "plant_node"] },
      request: { query: listQuery(personFields) },
      operationId: "listActiveRuleEvents",
      responses: answers("The active events, newest start first", { list: ruleEvent }),
    }, (c) => {
      const query = c.req.valid("query");
      const filter = personFilter(deps, query);
      const nowMs = deps.now();
      const rows = events.active().filter((event) => matchesPerson(event, filter, nowMs));
      return answerList(c, { rows, query, view: eventViewFor(c, deps) });
    })
    .handle("GET /api/rule-events/history", {
      ...list,
      may: "viewer",
      operationId: "listRuleEventHistory",
      responses: answers("All events, newest start first", { list: ruleEvent, paged: "always" }),
    }, (c) => answerEvents(c, { deps, query: c.req.valid("query") }))
    .handle("GET /api/rule-events", {
      ...list,
      may: "viewer",
      operationId: "listRuleEvents",
      responses: answers("The events of the last `hours` (default 24), and those still active", {
        list: ruleEvent,
        paged: "always",
      }),
    }, (c) => {
      const query = c.req.valid("query"), { hours, from, to } = query;
      const isBounded = from !== undefined || to !== undefined;
      return answerEvents(c, {
        deps,
        query: { ...query, hours: hours ?? (isBounded ? undefined : DEFAULT_HOURS) },
      });
    })
    .handle("GET /api/rule-events/{id}", {
      ...one,
      may: "viewer",
      operationId: "getRuleEvent",
      responses: answers("The event", { data: ruleEvent }),
    }, async (c) => answerData(c, view(await found(c.req.valid("param").id))))
    .handle("PUT /api/rule-events/{id}", {
      ...one,
      may: { role: "operator", at: "event" },
      check: (given, c) => reopening(deps, given, c),
      request: {
        params: idParam,
        body: body(eventChangeSchema, { severity: "error", note: "The valve is being mended" }),
      },
      operationId: "updateRuleEvent",
      responses: answers("The changed event", {
        data: ruleEvent,
        message: ({ event_name }: { event_name: string }) => `Event "${event_name}" is updated`,
        refuses: ["EVENT_NOT_ACTIVE"],
      }),
    }, async (c, message) => {
      const event = await found(c.req.valid("param").id);
      const changed = await changeEvent(c, { deps, event, change: changeOf(event, c.req.valid("json")) });
      return answerWritten(c, {
        message: message(changed),
        data: view(changed),
      });
    })
    .handle("POST /api/rule-events/{id}/close", {
      ...one,
      may: { role: "operator", at: "event" },
      operationId: "closeRuleEvent",
      responses: answers("The closed event", {
        data: closedEvent,
        message: ({ event_name }: { event_name: string }) => `Event "${event_name}" is closed`,
        refuses: ["EVENT_NOT_ACTIVE"],
      }),
    }, async (c, message) => {
      const { id, instance_id } = await found(c.req.valid("param").id);
      const command: InstanceMessage = { type: "close_event", eventId: id, by: actorOf(c) };
      const closed = await deps.instance(instance_id).ask<EventRecord>(command);
      return answerWritten(c, { message: message(closed), data: view(closed) });
    })
    .handle("DELETE /api/rule-events/{id}", {
      ...one,
      may: { role: "engineer", at: "event" },
      operationId: "deleteRuleEvent",
      responses: answers("Deleted; the audit log keeps the full record", {
        message: ({ event_name }: { event_name: string }) => `Event "${event_name}" is deleted`,
        of: { event_name: "Line1.Pump1.Pressure.High" },
      }),
    }, async (c, message) => {
      const { id, instance_id, event_name } = await found(c.req.valid("param").id);
      const command: InstanceMessage = { type: "delete_event", eventId: id, by: actorOf(c) };
      await deps.instance(instance_id).ask<EventRecord>(command);
      return answerDone(c, message({ event_name }));
    });
}

type EventQuery =
  & PagingQuery
  & PersonQuery
  & Pick<EventFilter, "category" | "severity" | "is_active" | "template_id" | "instance_id">
  & { hours?: number; from?: Ticks; to?: Ticks };

interface PersonQuery extends PlaceQuery {
  acknowledged?: boolean;
  shelved?: boolean;
  out_of_service?: boolean;
  person?: string;
  text?: string;
}

function personFilter({ storage, now }: AppDeps, query: PersonQuery): PersonFilter {
  const { acknowledged, shelved, out_of_service: is, person, text } = query;
  const words = wordsOf(text ?? ""), nowMs = now();
  return {
    acknowledged,
    shelved: shelved === undefined ? undefined : shelvedFilter(shelved, storage.shelves.list()),
    outOfService: is === undefined
      ? undefined
      : { is, holds: (event) => storage.outOfService.at(event, nowMs) !== undefined },
    person,
    places: placesOf(storage, query),
    words: words.length === 0 ? undefined : words,
  };
}

async function answerEvents(c: AppContext, { deps, query }: { deps: AppDeps; query: EventQuery }) {
  const { category, severity, is_active, template_id, instance_id, hours, from, to } = query;
  const sinceMs = hours === undefined ? undefined : hoursBefore(hours, deps.now());
  const page = pageOrFirst(query);
  const filter = {
    sinceMs,
    fromMs: from === undefined ? undefined : msFromTicks(from),
    toMs: to === undefined ? undefined : msFromTicks(to),
    category,
    severity,
    is_active,
    template_id,
    instance_id,
    ...personFilter(deps, query),
  };
  const { rows, total } = await deps.storage.events.list(filter, page);
  return answerListed(c, {
    rows,
    pagination: paginationOf(page, total),
    view: (event) => shownEvent(deps, event),
  });
}

/** The changes of a body. An `is_active` that equals the event's state is no change. */
function changeOf(event: EventRecord, given: z.infer<typeof eventChangeSchema>): EventChange {
  const { is_active, ...change } = given;
  return is_active === false && event.is_active ? { ...change, is_active } : change;
}

async function changeEvent(
  c: AppContext,
  { deps, event, change }: { deps: AppDeps; event: EventRecord; change: EventChange },
): Promise<EventRecord> {
  if (Object.values(change).every((value) => value === undefined)) return event;
  const command: InstanceMessage = { type: "change_event", eventId: event.id, change, by: actorOf(c) };
  return await deps.instance(event.instance_id).ask<EventRecord>(command);
}

/** A closed event never becomes active again. */
async function reopening(
  { storage }: AppDeps,
  given: Record<string, unknown>,
  c: AppContext,
): Promise<Issue[]> {
  if (given.is_active !== true) return [];
  const event = await storage.events.get(integerId(c.req.param("id")) ?? 0);
  if (event === undefined || event.is_active) return [];
  return [{ path: "is_active", message: "A closed event cannot become active again" }];
}

const personFields = {
  acknowledged: described(flag(), "Whether it is acknowledged"),
  shelved: described(flag(), "Whether its rule and instance are shelved"),
  out_of_service: described(flag(), "Whether its alarm, instance or plant node is out of service now"),
  person: described(text(), "Acknowledged or commented by this user name"),
  place: described(text(TEXT_LIMITS.flocId), "The same as plant_node"),
  ...placeFields,
  text: described(text(), "Words that all stand in the event's name, description, instance or note"),
};

const SCANNED =
  "acknowledged, shelved, out_of_service, person, text, several of category, template_id, instance_id and a place, " +
  `and a place with more than ${MOST_MERGED} plant nodes search at most 20,000 closed events`;

const filters = {
  ...personFields,
  severity: z.enum(SEVERITIES).optional(),
  category: text().optional(),
  is_active: flag().optional(),
  template_id: idNumber().optional(),
  instance_id: idNumber().optional(),
  hours: described(
    hoursNumber(),
    `Events that started in the last hours or are still active; ${SCANNED}, so give fewer hours`,
  ),
  from: described(sourceTime(), "Instead of `hours`: events that started in this minute or later"),
  to: described(sourceTime(), "Instead of `hours`: events that started before this, up to the full minute"),
};

const ONE_SPAN = {
  path: ["hours"],
  message: "Use hours, or from and to, not both",
  when: onAnyObject,
};

function hasOneSpan({ hours, from, to }: Record<string, unknown>): boolean {
  return hours === undefined || (from === undefined && to === undefined);
}
