import type { Actor } from "../../domain/access/types.ts";
import type { Acknowledgement } from "../../domain/event/acknowledgement.ts";
import type { EventChange, EventRecord } from "../../domain/event/types.ts";
import type { Ref } from "../runtime/types.ts";
import type { Issue } from "../../domain/shared/refusal.ts";

export const INSTANCE = "instance";

/** Bulk commands on the instances of one template; the actor's id is `shard.template`, see `bulkId()`. */
export const INSTANCE_BULK = "instance_bulk";

export function bulkId(shard: number, templateId: number): string {
  return `${shard}.${templateId}`;
}

/** Refs of the actors that take bulk commands. */
export interface BulkRefs {
  shardOf(instanceId: number): number;
  ref(shard: number, templateId: number): Ref<BulkMessage>;
}

/** A bulk command. `version`: the version to upgrade to, which must be the current one. */
export type BulkCommand = { type: "deploy" } | { type: "undeploy" } | { type: "upgrade"; version: number };

/** `ids` are instances of that shard and template, at most 250. Answers BulkAnswer. */
export type BulkMessage = BulkCommand & {
  templateId: number;
  ids: number[];
  by: Actor;
};

/** The outcome of a bulk command for one instance. */
export interface BulkOutcome {
  id: number;
  status: "done" | "already" | "failed";
  problems?: Issue[];
  /** Of an upgrade: the active events that stayed open, and those that it closed. */
  events?: { kept: number; superseded: number };
}

/** The result of one commit. `rest`: the ids that did not fit and must be sent again. */
export interface BulkAnswer {
  outcomes: BulkOutcome[];
  rest: number[];
}

/** Events of one `backfill` message, at most: they take a few commits, and other turns wait for them. */
export const BACKFILL_AT_ONCE = 100;

/** How many of the events were written (or would be), and how many were stored already. */
export interface Backfilled {
  written: number;
  known: number;
}

/**
 * The messages of one instance (the actor's id is the instance's id). `deploy` and `undeploy` answer the
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
  | { type: "acknowledge_event"; eventId: number; via?: Acknowledgement["via"]; by: Actor }
  /** Withdraws the acknowledgement of an active event that is older than `minutes` and not shelved; else no change. */
  | { type: "re_alarm_event"; eventId: number; minutes: number; by: Actor }
  | { type: "comment_event"; eventId: number; text: string; by: Actor }
  | { type: "shelve_event"; eventId: number; minutes: number; reason: string; by: Actor }
  | { type: "unshelve_event"; eventId: number; by: Actor }
  /**
   * Closed events of the past, from a backtest; those that are stored already are left out. `span`: what the audit
   * entry says of the whole run, null after the first message. Answers Backfilled.
   */
  | {
    type: "backfill";
    records: EventRecord[];
    isDry: boolean;
    span: { from: string; to: string } | null;
    by: Actor;
  };
