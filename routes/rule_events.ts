import { createRoute, z } from "@hono/zod-openapi";
import type { InstanceMessage } from "../actors/instance/contract.ts";
import { matchesPerson, type PersonFilter, shelvedFilter } from "../domain/event/filter.ts";
import { eventChangeSchema } from "../domain/event/schema.ts";
import { type EventChange, type EventRecord, SEVERITIES } from "../domain/event/types.ts";
import type { Issue } from "../domain/shared/refusal.ts";
import type { EventFilter } from "../storage/contract.ts";
import { answerData, answerDone, answerList, answerListed, answerWritten } from "./answer.ts";
import type { AppDeps } from "./deps.ts";
import { actorOf, type AppContext } from "./env.ts";
import { alsoCheck, jsonBody } from "./middleware/json_body.ts";
import { pageOrFirst, paginationOf, type PagingQuery } from "./pagination.ts";
import { described, flag, hoursNumber, idNumber, text } from "./query.ts";
import { answers } from "./document/answers.ts";
import { body, idParam, integerId, listQuery, mustExist, newRoutes, present } from "./route.ts";
import { shownEvent } from "./views/event.ts";
import { closedEvent, ruleEvent } from "./views/schemas/event.ts";

const DEFAULT_HOURS = 24;
const HOUR_MS = 3_600_000;

export function ruleEventRoutes(deps: AppDeps) {
  const { events } = deps.storage;
  const found = async (id: number) => present(await events.get(id), { noun: "Rule event", id });
  const view = (event: EventRecord) => shownEvent(deps, event);
  const table = ruleEventTable(deps);
  return newRoutes()
    .handle(table.active, (c) => {
      const query = c.req.valid("query");
      const filter = personFilter(deps, query);
      const nowMs = deps.now();
      const rows = events.active().filter((event) => matchesPerson(event, filter, nowMs));
      return answerList(c, { rows, query, view });
    })
    .handle(table.history, async (c) => {
      const { hours, ...query } = c.req.valid("query");
      return await answerEvents(c, { deps, query, hours });
    })
    .handle(table.list, async (c) => {
      const { hours = DEFAULT_HOURS, ...query } = c.req.valid("query");
      return await answerEvents(c, { deps, query, hours });
    })
    .handle(table.get, async (c) => answerData(c, view(await found(c.req.valid("param").id))))
    .handle(table.update, async (c) => {
      const event = await found(c.req.valid("param").id);
      const changed = await changeEvent(c, { deps, event, change: changeOf(event, c.req.valid("json")) });
      return answerWritten(c, {
        message: `Event "${changed.event_name}" is updated`,
        data: view(changed),
      });
    })
    .handle(table.close, async (c) => {
      const { id, instance_id } = await found(c.req.valid("param").id);
      const message: InstanceMessage = { type: "close_event", eventId: id, by: actorOf(c) };
      const closed = await deps.instance(instance_id).ask<EventRecord>(message);
      return answerWritten(c, { message: `Event "${closed.event_name}" is closed`, data: view(closed) });
    })
    .handle(table.remove, async (c) => {
      const { id, instance_id, event_name } = await found(c.req.valid("param").id);
      const message: InstanceMessage = { type: "delete_event", eventId: id, by: actorOf(c) };
      await deps.instance(instance_id).ask<EventRecord>(message);
      return answerDone(c, `Event "${event_name}" is deleted`);
    });
}

type EventQuery = PagingQuery & Omit<EventFilter, "sinceMs" | "shelved"> & PersonQuery;

interface PersonQuery {
  acknowledged?: boolean;
  shelved?: boolean;
}

function personFilter({ storage }: AppDeps, { acknowledged, shelved }: PersonQuery): PersonFilter {
  const keys = shelved === undefined ? undefined : shelvedFilter(shelved, storage.shelves.list());
  return { acknowledged, shelved: keys };
}

async function answerEvents(
  c: AppContext,
  { deps, query, hours }: { deps: AppDeps; query: EventQuery; hours: number | undefined },
) {
  const { category, severity, is_active, template_id, instance_id } = query;
  const sinceMs = hours === undefined ? undefined : deps.now() - hours * HOUR_MS;
  const page = pageOrFirst(query);
  const filter = {
    sinceMs,
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
  const message: InstanceMessage = { type: "change_event", eventId: event.id, change, by: actorOf(c) };
  return await deps.instance(event.instance_id).ask<EventRecord>(message);
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
};

const filters = {
  ...personFields,
  severity: z.enum(SEVERITIES).optional(),
  category: text().optional(),
  is_active: flag().optional(),
  template_id: idNumber().optional(),
  instance_id: idNumber().optional(),
  hours: described(hoursNumber(), "Events that started in the last hours or are still active"),
};

function ruleEventTable(deps: AppDeps) {
  const { events } = deps.storage;
  const exists = mustExist({ param: "id", noun: "Rule event", find: (id) => events.get(id) });
  const tags = ["Rule events"];
  const one = {
    path: "/api/rule-events/{id}",
    tags,
    middleware: [exists],
    request: { params: idParam },
  };
  const list = { tags, request: { query: listQuery(filters) } };
  return {
    active: createRoute({
      ...list,
      method: "get",
      path: "/api/rule-events/active",
      request: { query: listQuery(personFields) },
      operationId: "listActiveRuleEvents",
      responses: answers("The active events, newest start first", { list: ruleEvent }),
    }),
    history: createRoute({
      ...list,
      method: "get",
      path: "/api/rule-events/history",
      operationId: "listRuleEventHistory",
      responses: answers("All events, newest start first", { list: ruleEvent, paged: "always" }),
    }),
    list: createRoute({
      ...list,
      method: "get",
      path: "/api/rule-events",
      operationId: "listRuleEvents",
      responses: answers("The events of the last `hours` (default 24), and those still active", {
        list: ruleEvent,
        paged: "always",
      }),
    }),
    get: createRoute({
      ...one,
      method: "get",
      operationId: "getRuleEvent",
      responses: answers("The event", { data: ruleEvent }),
    }),
    update: createRoute({
      ...one,
      method: "put",
      middleware: [exists, jsonBody(), alsoCheck((given, c) => reopening(deps, given, c))],
      request: {
        params: idParam,
        body: body(eventChangeSchema, { severity: "error", note: "The valve is being mended" }),
      },
      operationId: "updateRuleEvent",
      responses: answers("The changed event", {
        data: ruleEvent,
        message: 'Event "Line1.Pump1.Pressure.High" is updated',
        refuses: ["EVENT_NOT_ACTIVE"],
      }),
    }),
    close: createRoute({
      ...one,
      method: "post",
      path: "/api/rule-events/{id}/close",
      operationId: "closeRuleEvent",
      responses: answers("The closed event", {
        data: closedEvent,
        message: 'Event "Line1.Pump1.Pressure.High" is closed',
        refuses: ["EVENT_NOT_ACTIVE"],
      }),
    }),
    remove: createRoute({
      ...one,
      method: "delete",
      operationId: "deleteRuleEvent",
      responses: answers("Deleted; the audit log keeps the full record", {
        message: 'Event "Line1.Pump1.Pressure.High" is deleted',
      }),
    }),
  };
}
