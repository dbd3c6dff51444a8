import type { Actor } from "../../domain/access/types.ts";
import type { EventChange } from "../../domain/event/types.ts";

export const INSTANCE = "instance";

/**
 * What can be asked of one template instance (the actor's id is the instance's id). `deploy` and `undeploy` answer the
 * InstanceRecord as it now is; the event messages answer the EventRecord as it now is (`delete_event`: as it was).
 *
 * Refusals: NOT_FOUND, INSTANCE_DEPLOYMENT_FAILED (`details.problems`: Issue[]), EVENT_NOT_ACTIVE, VALIDATION_FAILED.
 */
export type InstanceMessage =
  | { type: "deploy"; by: Actor }
  | { type: "undeploy"; by: Actor }
  | { type: "close_event"; eventId: number; by: Actor }
  | { type: "change_event"; eventId: number; change: EventChange; by: Actor }
  | { type: "delete_event"; eventId: number; by: Actor };
