import { DRILL_LIMITS, drillEndMs } from "../../domain/event/drill.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { displayNameOf } from "../../domain/event/view.ts";
import { drillReach } from "../../domain/notification/drill.ts";
import { previewOf } from "../../domain/notification/preview.ts";
import { drillSchema } from "../../domain/notification/schema.ts";
import type { Target } from "../../domain/notification/types.ts";
import { invalid } from "../../domain/shared/refusal.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { decisionContext } from "../../storage/decision_context.ts";
import { notificationReach } from "../../storage/notification_reach.ts";
import { answerCreated, answerListed } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { actorOf } from "../pipeline/env.ts";
import { pageOrFirst, paginationOf } from "../pipeline/pagination.ts";
import { described, flag, idNumber } from "../pipeline/query.ts";
import { body, listQuery, newRoutes } from "../pipeline/route.ts";
import { notificationDrill } from "./views/schemas/notification_drill.ts";
import { wayView } from "./views/notification_way.ts";
import type { StoredDrill } from "../../storage/notification_drills.ts";

/** Drills: events that go the whole way to people and back, and are in no statistics. */
export function notificationDrillRoutes(deps: AppDeps) {
  const { notificationDrills: drills } = deps.storage;
  return newRoutes("Notifications")
    .handle(`GET ${path}`, {
      may: "viewer",
      request: { query: listQuery(filters) },
      description:
        "Drills with whom they reached and who answered. They are kept as long as the notification log. No other list, " +
        "count, statistic or event wall contains drills, and the push channel sends no event frames of them.",
      operationId: "listNotificationDrills",
      responses: answers("The drills, newest first", { list: notificationDrill, paged: "always" }),
    }, async (c) => {
      const query = c.req.valid("query"), page = pageOrFirst(query);
      const { rows, total } = await drills.list({ instanceId: query.instance_id, isLast: query.last }, page);
      const shown = await Promise.all(rows.map((drill) => drillView(deps, drill)));
      return answerListed(c, { rows: shown, pagination: paginationOf(page, total), view: (row) => row });
    })
    .handle(`POST ${path}`, {
      may: { role: "engineer", at: "named_instance" },
      request: { body: body(drillSchema, { instance_id: 11, rule_id: "High" }) },
      description:
        "Raises an event with the flag `drill`, as the rule of the deployed instance would raise it now. Policies, " +
        "rosters, messages, links, answers, escalation and the log take it like any other event; a shelf does not hide " +
        "it. The evaluation of the rule goes on undisturbed. The drill ends when somebody acknowledges or closes it, " +
        `and after ${DRILL_LIMITS.minutes} minutes. A rule of an instance has one running drill at a time, the plant ` +
        `${DRILL_LIMITS.running}. A drill that would call nobody is refused.`,
      operationId: "startNotificationDrill",
      responses: answers("The drill that has started", {
        status: 201,
        data: notificationDrill,
        message: ({ display_name, template_instance }: { display_name: string; template_instance: string }) =>
          `The drill of "${display_name}" of "${template_instance}" has started`,
        refuses: ["RESOURCE_IN_USE"],
      }),
    }, async (c, message) => {
      const rule = c.req.valid("json");
      requireReach(deps, drills.eventOf(rule));
      const started = await drills.start(rule, actorOf(c));
      const data = await drillView(deps, started);
      return answerCreated(c, { message: message(data), data });
    });
}

/** Refuses a drill that would tell nobody. */
function requireReach({ storage, settings }: AppDeps, event: EventRecord): void {
  const at = Date.parse(event.recorded_at), reach = notificationReach(storage, settings);
  const contextAt = (now_ms: Ms) => decisionContext(storage, { reach, now_ms });
  const { messages } = previewOf({ ...event, id: 1 }, { at, contextAt });
  if (messages.some(({ at_ms }) => at_ms < drillEndMs(event))) return;
  const message = messages.length > 0
    ? `Nobody is called within ${DRILL_LIMITS.minutes} minutes: the first message would leave at ` +
      `${isoFromMs(messages[0]!.at_ms)}, after the end of the drill`
    : "Nobody is called: no policy reaches anybody for this rule, and no contact point is the fallback. " +
      "Set them up under Notifications";
  throw invalid("", message);
}

async function drillView({ storage }: AppDeps, { event, started_by }: StoredDrill) {
  const { id, instance_id, template_instance, rule_id, severity, is_active } = event;
  const { recorded_at, end_time, acknowledged_at, acknowledged_by } = event;
  const { reached, missed } = drillReach(await storage.notifications.ofEvent(id));
  const view = (target: Target) => wayView(storage, target);
  return {
    event_id: id,
    ...{ instance_id, template_instance, rule_id },
    display_name: displayNameOf(event),
    severity,
    is_running: is_active,
    started_at: recorded_at,
    started_by,
    ends_at: isoFromMs(drillEndMs(event)),
    ended_at: end_time,
    ...{ acknowledged_at, acknowledged_by },
    answered_after_seconds: acknowledged_at === null
      ? null
      : Math.max(0, Math.round((Date.parse(acknowledged_at) - Date.parse(recorded_at)) / 1_000)),
    reached: reached.map(view),
    missed: missed.map(view),
  };
}

const filters = {
  instance_id: described(idNumber(), "Only drills of this instance"),
  last: described(flag(), "With instance_id: only the last drill of each rule"),
};

const path = "/api/notification-drills";
