import type { Actor } from "../../domain/access/types.ts";
import type { AuditRecord } from "../../domain/audit/types.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { auditMutation, newAudit } from "../../storage/writes/audit.ts";
import {
  EVALUATION,
  evaluationId,
  type EvaluationMessage,
  type EvaluationPartitions,
  type EvaluationShard,
} from "../evaluation/contract.ts";
import type { ActorContext, Address } from "../runtime/types.ts";
import { SOURCE, sourceAddress, type SourceMessage } from "../source/contract.ts";

/** What every command needs. */
export interface CommandInput {
  /** Of the instance's source. */
  shard: EvaluationShard;
  partitions: EvaluationPartitions;
  by: Actor;
  nowMs: Ms;
  context: ActorContext;
}

type AuditDraft = Pick<AuditRecord, "action" | "resource_type" | "before" | "after"> & {
  resource_id: number;
};

/** The audit entry of a command. */
export function audited(draft: AuditDraft, { by, nowMs, context }: CommandInput): Mutation {
  const { name: who, address, desk, desk_id } = by;
  const whole = { ...draft, who, address, desk, desk_id };
  return auditMutation(newAudit(whole, { nowMs, random: () => context.random() }));
}

/** Notifies a source that this shard's bindings changed. The shard's next answer says which. */
export function bindingsChanged(source: number): { to: Address; message: SourceMessage } {
  return { to: { kind: SOURCE, id: sourceAddress(source) }, message: { type: "bindings_changed" } };
}

/** Handles a message again once the shard has written the transitions of a source's instances. */
export async function afterFlush<Message>(
  message: Message,
  { source, context }: { source: number; context: ActorContext },
): Promise<Message> {
  const id = evaluationId({ source, shard: context.shard });
  await context.ref<EvaluationMessage>(EVALUATION, id).ask({ type: "flush" });
  return message;
}
