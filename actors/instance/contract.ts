import type { Actor } from "../../domain/access/types.ts";
import type { EventChange, EventRecord } from "../../domain/event/types.ts";
import type { Ref } from "../runtime/types.ts";
import type { Issue } from "../../domain/shared/refusal.ts";

export const INSTANCE = "instance";

/** Commands on many instances of one template; the actor's id is `shard.template`, see `bulkId()`. */
export const INSTANCE_BULK = "instance_bulk";

export function bulkId(shard: number, templateId: number): string {
  return `${shard}.${templateId}`;
}

/** Where commands on many instances go. */
export interface BulkRefs {
  shardOf(instanceId: number): number;
  ref(shard: number, templateId: number): Ref<BulkMessage>;
}

/** What is done to many: `version` is the one that an upgrade goes over to, which must be the current one. */
export type BulkCommand = { type: "deploy" } | { type: "undeploy" } | { type: "upgrade"; version: number };

/** `ids` are instances of that shard and template, at most 250. Answers BulkAnswer. */
export type BulkMessage = BulkCommand & {
  templateId: number;
  ids: number[];
  by: Actor;
};

/** What became of one instance of a command on many. */
export interface BulkOutcome {
  id: number;
  status: "done" | "already" | "failed";
  problems?: Issue[];
  /** Of an upgrade: the active events that went on, and those that it closed. */
  events?: { kept: number; superseded: number };
}

/** One commit's worth: `rest` are the ids that did not fit it and are still to be sent. */
export interface BulkAnswer {
  outcomes: BulkOutcome[];
  rest: number[];
}

/** Events a `backfill` message, at most: they are a few commits, which others wait for. */
export const BACKFILL_AT_ONCE = 100;

/** How many of the events were written (or would be), and how many were there already. */
export interface Backfilled {
  written: number;
  known: number;
}

/**
 * What can be asked of one template instance (the actor's id is the instance's id). `deploy` and `undeploy` answer the
 * InstanceRecord as it now is; the event messages answer the EventRecord as it now is (`delete_event`: as it was).
 * `acknowledge_event` and `unshelve_event` change nothing where there is nothing to change; shelving holds for the
 * event's key (instance, rule).
 *
 * Refusals: NOT_FOUND, INSTANCE_DEPLOYMENT_FAILED (`details.problems`: Issue[]), EVENT_NOT_ACTIVE, VALIDATION_FAILED.
 */
export type InstanceMessage =
  | { type: "deploy"; by: Actor }
  | { type: "undeploy"; by: Actor }
  | { type: "close_event"; eventId: number; by: Actor }
  | { type: "change_event"; eventId: number; change: EventChange; by: Actor }
  | { type: "delete_event"; eventId: number; by: Actor }
  | { type: "acknowledge_event"; eventId: number; by: Actor }
  | { type: "shelve_event"; eventId: number; minutes: number; reason: string; by: Actor }
  | { type: "unshelve_event"; eventId: number; by: Actor }
  /**
   * Closed events of the past, as a backtest has them; those that are there already are left out. `span`: what is
   * audited of the whole, null where an earlier message has said it. Answers Backfilled.
   */
  | {
    type: "backfill";
    records: EventRecord[];
    isDry: boolean;
    span: { from: string; to: string } | null;
    by: Actor;
  };
