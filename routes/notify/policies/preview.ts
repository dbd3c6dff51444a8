import type { NotifiableEvent } from "../../../domain/notification/engine_types.ts";
import { type Preview, PREVIEW_LIMITS, previewOf } from "../../../domain/notification/preview.ts";
import type { NotificationReason, Target } from "../../../domain/notification/types.ts";
import { NEW_POLICY } from "../../../domain/notification_policy/limits.ts";
import {
  type PolicyPreviewDraft,
  policyPreviewSchema,
  type PolicyRecord,
} from "../../../domain/notification_policy/schema.ts";
import { isoFromMs, type Ms } from "../../../domain/shared/time.ts";
import { decisionContext } from "../../../storage/decision_context.ts";
import { type NotificationReach, notificationReach } from "../../../storage/notification_reach.ts";
import { answerData } from "../../pipeline/answer.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers } from "../../pipeline/document/answers.ts";
import { body, newRoutes, present } from "../../pipeline/route.ts";
import { wayView } from "../views/notification_way.ts";
import { policyPreview } from "../views/schemas/notification_policy.ts";
import { imaginedEvent, justOpened } from "./imagined_event.ts";
import { whyUnreached } from "./unreached.ts";

interface PreviewContext {
  deps: AppDeps;
  /** When the event opens. */
  at: Ms;
}

/** Who would be told of an event: the decision about notifications, run ahead in time. Writes nothing. */
export function policyPreviewRoutes(deps: AppDeps) {
  const { storage } = deps, { notificationPolicies: saved } = storage;
  const reach = notificationReach(storage, deps.settings);
  return newRoutes("Notifications").handle("POST /api/notification-policies/preview", {
    may: { role: "engineer", at: "anywhere" },
    request: {
      body: body(policyPreviewSchema, { event: { severity: "critical", plant_node_floc_id: "NORTH" } }),
    },
    description:
      "Who would be told of an event, when, by which way, step by step, if nobody answered, and which steps reach " +
      "nobody and why. It sends and saves nothing. With `policy`, the answer is as if that were saved. Looks " +
      `${PREVIEW_LIMITS.days} days ahead and shows at most about ${PREVIEW_LIMITS.messages} messages; messages to ` +
      "others that use up a person's budget are not counted.",
    operationId: "previewNotificationPolicies",
    responses: answers("Who would be told", { data: policyPreview, refuses: ["NOT_FOUND"] }),
  }, async (c) => {
    const { policy, at: given, ...chosen } = c.req.valid("json");
    const at = given === undefined ? deps.now() : Date.parse(given);
    const event = await eventOf(chosen, { deps, at });
    const { policies, table } = policy === undefined
      ? { policies: saved.list(), table: saved.table() }
      : saved.asIfSaved(policy);
    const contextAt = (now_ms: Ms) => decisionContext(storage, { reach, now_ms, policies: table });
    const preview = previewOf(event, { at, contextAt });
    return answerData(c, previewView(preview, { deps, at, policies, reach }));
  });
}

async function eventOf(
  { event_id, event: sample }: Pick<PolicyPreviewDraft, "event_id" | "event">,
  { deps: { storage }, at }: PreviewContext,
): Promise<NotifiableEvent> {
  if (sample !== undefined) return imaginedEvent(sample, at, storage);
  const id = event_id ?? 0, stored = await storage.events.get(id);
  return opening(present(stored, { noun: "Rule event", id }), at);
}

/** An event as if it opened at a time and nobody had answered it. */
function opening({ re_alarm: _, ...event }: NotifiableEvent, at: Ms): NotifiableEvent {
  return {
    ...event,
    ...justOpened(at),
    flags: event.flags.filter((flag) => flag !== "retracted" && flag !== "drill"),
  };
}

interface Shown extends PreviewContext {
  policies: readonly PolicyRecord[];
  reach: NotificationReach;
}

function previewView(preview: Preview, { deps: { storage }, at, policies, reach }: Shown) {
  const way = (target: Target) => wayView(storage, target);
  const policy = (id: number | null) => policies.find((one) => one.id === id);
  const when = (at_ms: Ms) => ({ at: isoFromMs(at_ms), after_seconds: Math.floor((at_ms - at) / 1_000) });
  return {
    at: isoFromMs(at),
    policies: preview.policy_ids.map((id) => ({ id: savedId(id), name: policy(id)?.name ?? "" })),
    messages: preview.messages.map(({ at_ms, reason, policy_id, step, round, target, otherwise }) => ({
      ...when(at_ms),
      reason: previewReason(reason),
      policy_id: savedId(policy_id),
      step,
      round,
      is_fallback: policy_id === null && reason !== "digest",
      to: way(target),
      otherwise: otherwise.map(way),
    })),
    passed: preview.passed.map(({ at_ms, policy_id, step, round }) => ({
      ...when(at_ms),
      policy_id: savedId(policy_id),
      step,
      round,
      because: (policy(policy_id)?.steps[step]?.to ?? []).map((one) =>
        whyUnreached(one, { storage, reach, at: at_ms })
      ),
    })),
    is_untold: preview.is_untold,
    is_cut: preview.is_cut,
  };
}

/** Null: the policy is not saved. */
function savedId(id: number | null): number | null {
  return id === NEW_POLICY ? null : id;
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
