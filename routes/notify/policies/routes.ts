import { POLICY_LIMITS } from "../../../domain/notification_policy/limits.ts";
import {
  policyChangeSchema,
  policyOrderSchema,
  type PolicyRecord,
  policySchema,
} from "../../../domain/notification_policy/schema.ts";
import { answerCreated, answerData, answerDone, answerList, answerWritten } from "../../pipeline/answer.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import { answers, isDone } from "../../pipeline/document/answers.ts";
import { actorOf } from "../../pipeline/env.ts";
import type { BodyCheck } from "../../pipeline/middleware/json_body.ts";
import { takenName } from "../../pipeline/references.ts";
import { body, idParam, listQuery, newRoutes, oneOf } from "../../pipeline/route.ts";
import { policyView } from "../views/notification_policy.ts";
import { listOf } from "../../pipeline/document/shown.ts";
import { notificationPolicy, policyExample } from "../views/schemas/notification_policy.ts";

/** Notification policies: which events go to whom, and when. Everybody reads them. */
export function notificationPolicyRoutes(deps: AppDeps) {
  const { notificationPolicies: policies } = deps.storage;
  const { found, exists } = oneOf({ noun: "Notification policy", find: (id) => policies.get(id) });
  const view = (one: PolicyRecord) => policyView(one, deps);
  const check: BodyCheck = ({ name }, c) =>
    takenName(c, { noun: "Notification policy", name, byName: (name) => policies.byName(name) });
  const path = "/api/notification-policies/{id}";
  const one = { path, middleware: [exists], request: { params: idParam } };
  return newRoutes("Notifications")
    .handle({
      method: "get",
      path: "/api/notification-policies",
      may: "viewer",
      request: { query: listQuery({}) },
      description:
        "In their order: an event goes to the first policy that it matches, and to the next ones too while " +
        "they say `continue`. The last one takes every event that is left; without steps, the fallback contact point " +
        "is told.",
      operationId: "listNotificationPolicies",
      responses: answers("The policies in their order", { list: notificationPolicy }),
    }, (c) => answerList(c, { rows: policies.list(), query: c.req.valid("query"), view }))
    .handle({
      method: "post",
      path: "/api/notification-policies",
      may: { role: "engineer", at: "plant" },
      check,
      request: { body: body(policySchema, policyExample) },
      description:
        `It becomes the last one before "everything else". At most ${POLICY_LIMITS.policies} policies, each ` +
        `with at most ${POLICY_LIMITS.steps} steps of at most ${POLICY_LIMITS.recipients} recipients.`,
      operationId: "createNotificationPolicy",
      responses: answers("The new policy", {
        status: 201,
        data: notificationPolicy,
        message: isDone("Notification policy", "created"),
      }),
    }, async (c, message) => {
      const created = await policies.create(c.req.valid("json"), actorOf(c));
      return answerCreated(c, {
        message: message(created),
        data: view(created),
      });
    })
    .handle({
      method: "put",
      path: "/api/notification-policies/order",
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
    .handle({
      ...one,
      method: "get",
      may: "viewer",
      operationId: "getNotificationPolicy",
      responses: answers("The policy", { data: notificationPolicy }),
    }, (c) => answerData(c, view(found(c.req.valid("param").id))))
    .handle({
      ...one,
      method: "put",
      may: { role: "engineer", at: "plant" },
      check,
      request: { params: idParam, body: body(policyChangeSchema, { repeat: 2 }) },
      description:
        "Escalations under way go on with the changed steps. The last policy keeps an empty `match`.",
      operationId: "updateNotificationPolicy",
      responses: answers("The changed policy", {
        data: notificationPolicy,
        message: isDone("Notification policy", "updated"),
      }),
    }, async (c, message) => {
      const updated = await policies.update(c.req.valid("param").id, c.req.valid("json"), actorOf(c));
      return answerWritten(c, {
        message: message(updated),
        data: view(updated),
      });
    })
    .handle({
      ...one,
      method: "delete",
      may: { role: "engineer", at: "plant" },
      description:
        "Its escalations end; an event of which it has told nobody goes to the policies that are left. The " +
        "last policy cannot be deleted.",
      operationId: "deleteNotificationPolicy",
      responses: answers("Deleted", {
        message: isDone("Notification policy", "deleted"),
        of: { name: "Critical events in North" },
        refuses: ["VALIDATION_FAILED"],
      }),
    }, async (c, message) => {
      const { id, name } = found(c.req.valid("param").id);
      await policies.remove(id, actorOf(c));
      return answerDone(c, message({ name }));
    });
}
