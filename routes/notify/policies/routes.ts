import { POLICY_LIMITS } from "../../../domain/notification_policy/limits.ts";
import {
  policyChangeSchema,
  policyOrderSchema,
  type PolicyRecord,
  policySchema,
} from "../../../domain/notification_policy/schema.ts";
import { answerWritten } from "../../pipeline/answer.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers } from "../../pipeline/document/answers.ts";
import { actorOf } from "../../pipeline/env.ts";
import { NounRoutes } from "../../pipeline/noun_routes.ts";
import { takenName } from "../../pipeline/references.ts";
import { body } from "../../pipeline/route.ts";
import { policyView } from "../views/notification_policy.ts";
import { listOf } from "../../pipeline/document/shown.ts";
import { notificationPolicy, policyExample } from "../views/schemas/notification_policy.ts";

/** Notification policies: which events go to whom, and when. Everybody reads them. */
export function notificationPolicyRoutes(deps: AppDeps) {
  const { notificationPolicies: policies } = deps.storage;
  const view = (one: PolicyRecord) => policyView(one, deps);
  return new NounRoutes({
    tag: "Notifications",
    what: "notification policy",
    operation: { one: "NotificationPolicy", many: "NotificationPolicies" },
    path: "/api/notification-policies",
    records: policies,
    may: { read: "viewer", write: { role: "engineer", at: "plant" } },
    check: ({ name }, c) =>
      takenName(c, { noun: "Notification policy", name, byName: (name) => policies.byName(name) }),
    shown: notificationPolicy,
    view,
  })
    .list("The policies in their order", {
      description:
        "In their order: an event goes to the first policy that it matches, and to the next ones too while " +
        "they say `continue`. The last one takes every event that is left; without steps, the fallback contact point " +
        "is told.",
    })
    .create({
      body: body(policySchema, policyExample),
      answer: "The new policy",
      description:
        `It becomes the last one before "everything else". At most ${POLICY_LIMITS.policies} policies, each ` +
        `with at most ${POLICY_LIMITS.steps} steps of at most ${POLICY_LIMITS.recipients} recipients.`,
    })
    .handle("PUT /api/notification-policies/order", {
      may: { role: "engineer", at: "plant" },
      request: { body: body(policyOrderSchema, { policy_ids: [3, 2] }) },
      operationId: "reorderNotificationPolicies",
      responses: answers("The policies in their new order", {
        data: listOf(notificationPolicy),
        message: () => "The notification policies are reordered",
      }),
    }, async (c, message) => {
      const ordered = await policies.reorder(c.req.valid("json").policy_ids, actorOf(c));
      return answerWritten(c, {
        message: message(),
        data: ordered.map(view),
      });
    })
    .read({ answer: "The policy" })
    .update({
      body: body(policyChangeSchema, { repeat: 2 }),
      answer: "The changed policy",
      description:
        "Escalations under way go on with the changed steps. The last policy keeps an empty `match`.",
    })
    .remove({
      description:
        "Its escalations end; an event of which it has told nobody goes to the policies that are left. The " +
        "last policy cannot be deleted.",
      refuses: ["VALIDATION_FAILED"],
    });
}
