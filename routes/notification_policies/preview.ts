import { createRoute } from "@hono/zod-openapi";
import type { NotifiableEvent } from "../../domain/notification/engine_types.ts";
import { type Preview, PREVIEW_LIMITS, previewOf } from "../../domain/notification/preview.ts";
import type { NotificationReason, Target } from "../../domain/notification/types.ts";
import { policyPreviewSchema, type SampleEvent } from "../../domain/notification_policy/schema.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { decisionContext } from "../../storage/decision_context.ts";
import { notificationReach } from "../../storage/notification_reach.ts";
import { answerData } from "../answer.ts";
import type { AppDeps } from "../deps.ts";
import { answers } from "../document/answers.ts";
import { jsonBody } from "../middleware/json_body.ts";
import { body, newRoutes, present } from "../route.ts";
import { wayView } from "../views/notification_way.ts";
import { policyPreview } from "../views/schemas/notification_policy.ts";

/** Who would be told of an event: the decision about notifications, run ahead in time. */
export function policyPreviewRoutes(deps: AppDeps) {
  const { storage } = deps, reach = notificationReach(storage, deps.settings);
  return newRoutes().handle(previewRoute, async (c) => {
    const { event_id, event: sample, at: given } = c.req.valid("json");
    const at = given === undefined ? deps.now() : Date.parse(given);
    const stored = event_id === undefined ? undefined : await storage.events.get(event_id);
    const event = sample === undefined
      ? opening(present(stored, { noun: "Rule event", id: event_id ?? 0 }), at)
      : sampleOf(sample, at);
    const contextAt = (now_ms: Ms) => decisionContext(storage, { reach, now_ms });
    return answerData(c, previewView(previewOf(event, { at, contextAt }), { deps, at }));
  });
}

/** An event as if it opened at a time and nobody had answered it. */
function opening(event: NotifiableEvent, at: Ms): NotifiableEvent {
  const time = isoFromMs(at);
  return {
    ...event,
    is_active: true,
    start_time: time,
    recorded_at: time,
    closed_at: null,
    acknowledged_at: null,
    shelved_until: null,
    flags: event.flags.filter((flag) => flag !== "retracted" && flag !== "drill"),
  };
}

function sampleOf(sample: SampleEvent, at: Ms): NotifiableEvent {
  const time = isoFromMs(at);
  return {
    id: 1,
    instance_id: 1,
    rule_id: "sample",
    revision: 1,
    is_active: true,
    start_time: time,
    recorded_at: time,
    closed_at: null,
    acknowledged_at: null,
    shelved_until: null,
    ...sample,
    template_id: sample.template_id ?? 0,
  };
}

function previewView(preview: Preview, { deps, at }: { deps: AppDeps; at: Ms }) {
  const { storage } = deps;
  const way = (target: Target) => wayView(storage, target);
  return {
    at: isoFromMs(at),
    policies: preview.policy_ids.map((id) => ({
      id,
      name: storage.notificationPolicies.get(id)?.name ?? "",
    })),
    messages: preview.messages.map(({ at_ms, reason, policy_id, step, round, target, otherwise }) => ({
      at: isoFromMs(at_ms),
      after_seconds: Math.floor((at_ms - at) / 1_000),
      reason: previewReason(reason),
      policy_id,
      step,
      round,
      is_fallback: policy_id === null && reason !== "digest",
      to: way(target),
      otherwise: otherwise.map(way),
    })),
    is_untold: preview.is_untold,
    is_cut: preview.is_cut,
  };
}

/** Nothing happens to the event of a preview, so no message says that it changed. */
function previewReason(reason: NotificationReason): "opened" | "escalated" | "repeated" | "digest" {
  switch (reason) {
    case "escalated":
    case "repeated":
    case "digest":
      return reason;
    default:
      return "opened";
  }
}

const previewRoute = createRoute({
  method: "post",
  path: "/api/notification-policies/preview",
  tags: ["Notifications"],
  middleware: [jsonBody()],
  request: {
    body: body(policyPreviewSchema, { event: { severity: "critical", plant_node_floc_id: "NORTH" } }),
  },
  description:
    "Who would be told of an event, when, by which way, step by step, if nobody answered. It sends nothing. Looks " +
    `${PREVIEW_LIMITS.days} days ahead and shows at most about ${PREVIEW_LIMITS.messages} messages; messages to ` +
    "others that use up a person's budget are not counted.",
  operationId: "previewNotificationPolicies",
  responses: answers("Who would be told", { data: policyPreview, refuses: ["NOT_FOUND"] }),
});
