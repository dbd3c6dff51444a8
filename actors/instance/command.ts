import type { Actor } from "../../domain/access/types.ts";
import type { AuditRecord } from "../../domain/audit/types.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { auditMutation, newAudit } from "../../storage/writes/audit.ts";
import { EVALUATION, type EvaluationMessage, type EvaluationShard } from "../evaluation/contract.ts";
import type { ActorContext, Address } from "../runtime/types.ts";
import { SOURCE, SOURCE_ID, type SourceMessage } from "../source/contract.ts";

/** What every command needs. */
export interface CommandInput {
  shard: EvaluationShard;
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

/** Notifies the source that this shard's bindings changed. The shard's next answer says which. */
export const BINDINGS_CHANGED: { to: Address; message: SourceMessage } = {
  to: { kind: SOURCE, id: SOURCE_ID },
  message: { type: "bindings_changed" },
};

/** Handles a message again once the shard has written its transitions. */
export async function afterFlush<Message>(message: Message, context: ActorContext): Promise<Message> {
  await context.ref<EvaluationMessage>(EVALUATION, String(context.shard)).ask({ type: "flush" });
  return message;
}
