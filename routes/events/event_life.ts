import type { InstanceMessage } from "../../actors/instance/contract.ts";
import { MOST_COMMENTS } from "../../domain/event/limits.ts";
import { bulkAcknowledgementSchema, commentSchema, shelveSchema } from "../../domain/event/schema.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { MOST_ONE_BY_ONE } from "../../domain/shared/bulk.ts";
import { answerCreated, answerList, answerWritten } from "../pipeline/answer.ts";
import { counted, countedBy } from "../pipeline/counts.ts";
import { oneByOne } from "../pipeline/one_by_one.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { actorOf, type AppContext, requireAt } from "../pipeline/env.ts";
import { answers } from "../pipeline/document/answers.ts";
import { body, idParam, listQuery, mustExist, newRoutes, present } from "../pipeline/route.ts";
import { shownEvent } from "./views/event.ts";
import {
  acknowledgedEvent as acknowledged,
  bulkAcknowledgement,
  eventComment,
  ruleEvent,
  shelvedEvent as shelved,
} from "./views/schemas/event.ts";

type Shelved = Pick<EventRecord, "event_name" | "shelved_until">;

/** What operators do to events besides closing them: acknowledge, shelve, unshelve and comment. */
export function eventLifeRoutes(deps: AppDeps) {
  const { storage } = deps;
  const exists = mustExist({ noun: "Rule event", find: (id) => storage.events.get(id) });
  const one = { middleware: [exists], request: { params: idParam } };
  return newRoutes("Rule events")
    .handle("POST /api/rule-events/bulk-acknowledge", {
      may: { role: "operator", at: "items" },
      limit: "heavy",
      request: {
        body: body(bulkAcknowledgementSchema, { event_ids: [812], comment: "The valve is being mended" }),
      },
      description:
        `Acknowledges events (at most ${MOST_ONE_BY_ONE}), one after the other, and writes the comment as the note of ` +
        "each. Answers when all are done, within 60 s, with one item for each event: `acknowledged`, `already`, or " +
        "`failed` with its problems.",
      operationId: "acknowledgeRuleEvents",
      responses: answers("One item for each event, and the number of acknowledged ones", {
        data: bulkAcknowledgement,
        message: ({ summary }: { summary: { acknowledged: number } }) =>
          `Acknowledged ${counted(summary.acknowledged, "event")}`,
      }),
    }, async (c, message) => {
      const { event_ids, comment } = c.req.valid("json");
      const items = await oneByOne(deps, event_ids, {
        at: "event_ids",
        run: (id) => acknowledgeOne(c, deps, { id, comment }),
        failed: () => ({ event_name: null, status: "failed" as const }),
      });
      const data = { items, summary: countedBy(items, ["acknowledged", "already", "failed"]) };
      return answerWritten(c, { message: message(data), data });
    })
    .handle("POST /api/rule-events/{id}/acknowledge", {
      ...one,
      may: { role: "operator", at: "event" },
      operationId: "acknowledgeRuleEvent",
      responses: answers(
        "The event with the acknowledgement that counts; another one changes nothing until a re-alarm",
        {
          data: acknowledged,
          message: ({ event_name }: { event_name: string }) => `Event "${event_name}" is acknowledged`,
        },
      ),
    }, async (c, message) => {
      const { id } = c.req.valid("param");
      const event = await sendToInstance(deps, id, {
        type: "acknowledge_event",
        eventId: id,
        by: actorOf(c),
      });
      return answerWritten(c, { message: message(event), data: shownEvent(deps, event) });
    })
    .handle("POST /api/rule-events/{id}/shelve", {
      ...one,
      may: { role: "operator", at: "shelf" },
      request: {
        params: idParam,
        body: body(shelveSchema, { minutes: 60, reason: "The pump is in service" }),
      },
      operationId: "shelveRuleEvent",
      responses: answers("The event; all events of its rule and instance are shelved for that time", {
        data: shelved,
        message: ({ event_name, shelved_until }: Shelved) =>
          `Event "${event_name}" is shelved until ${shelved_until}`,
      }),
    }, async (c, message) => {
      const { id } = c.req.valid("param");
      const { minutes, reason } = c.req.valid("json");
      const command = { type: "shelve_event", eventId: id, minutes, reason, by: actorOf(c) } as const;
      const event = await sendToInstance(deps, id, command);
      return answerWritten(c, { message: message(event), data: shownEvent(deps, event) });
    })
    .handle("POST /api/rule-events/{id}/unshelve", {
      ...one,
      may: { role: "operator", at: "shelf" },
      operationId: "unshelveRuleEvent",
      responses: answers("The event; its rule and instance are no longer shelved", {
        data: ruleEvent,
        message: ({ event_name }: { event_name: string }) => `Event "${event_name}" is not shelved`,
      }),
    }, async (c, message) => {
      const { id } = c.req.valid("param");
      const event = await sendToInstance(deps, id, { type: "unshelve_event", eventId: id, by: actorOf(c) });
      return answerWritten(c, { message: message(event), data: shownEvent(deps, event) });
    })
    .handle("GET /api/rule-events/{id}/comments", {
      ...one,
      may: "viewer",
      request: { params: idParam, query: listQuery({}) },
      operationId: "listRuleEventComments",
      responses: answers("The comments on the event, oldest first", { list: eventComment }),
    }, async (c) => {
      const { id } = c.req.valid("param");
      const event = present(await deps.storage.events.get(id), { noun: "Rule event", id });
      const rows = await deps.storage.events.comments(event);
      return answerList(c, { rows, query: c.req.valid("query"), view: (row) => row });
    })
    .handle("POST /api/rule-events/{id}/comments", {
      ...one,
      may: { role: "operator", at: "event" },
      request: {
        params: idParam,
        body: body(commentSchema, { text: "@ben please look at the valve" }),
      },
      operationId: "commentRuleEvent",
      responses: answers(
        `The new comment, which is also the event's note; an event keeps ${MOST_COMMENTS} comments`,
        {
          status: 201,
          data: eventComment,
          message: ({ event_name }: { event_name: string }) =>
            `The comment on event "${event_name}" is added`,
          of: ruleEvent.example,
        },
      ),
    }, async (c, message) => {
      const { id } = c.req.valid("param");
      const { text } = c.req.valid("json");
      const event = await sendToInstance(deps, id, {
        type: "comment_event",
        eventId: id,
        text,
        by: actorOf(c),
      });
      return answerCreated(c, {
        message: message(event),
        data: (await deps.storage.events.comments(event)).at(-1)!,
      });
    });
}

interface Acknowledgement {
  id: number;
  comment: string | undefined;
}

/** The comment becomes the event's note, also where the event was acknowledged before. */
async function acknowledgeOne(c: AppContext, deps: AppDeps, { id, comment }: Acknowledgement) {
  const by = actorOf(c);
  const before = present(await deps.storage.events.get(id), { noun: "Rule event", id });
  requireAt(c, before.plant_node_floc_id);
  await sendToInstance(deps, id, { type: "acknowledge_event", eventId: id, by });
  if (comment !== undefined) {
    await sendToInstance(deps, id, { type: "change_event", eventId: id, change: { note: comment }, by });
  }
  const status = before.acknowledged_at === null ? "acknowledged" as const : "already" as const;
  return { event_name: before.event_name, status };
}

async function sendToInstance(deps: AppDeps, id: number, message: InstanceMessage): Promise<EventRecord> {
  const { instance_id } = present(await deps.storage.events.get(id), { noun: "Rule event", id });
  return await deps.instance(instance_id).ask<EventRecord>(message);
}
