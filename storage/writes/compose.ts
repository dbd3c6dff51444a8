import type { AnyCommit, AnyMutation, Mutation } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";
import type { Append, Rows } from "../store/rows.ts";
import { auditChanges, auditCounts } from "./audit_index.ts";
import { hashedEntries, SEAL_BYTES, UNSEALED } from "./audit_seal.ts";
import { pushed } from "./frames.ts";
import { OUTBOX, outboxRow, ROW_BYTES } from "./outbox.ts";
import { blockMarks } from "./packed_blocks.ts";

/** The rows of a commit: its own mutations, those that follow from them, and what it adds to the logs. */
export function composed({ checks = [], mutations, frames = [], notices = [] }: AnyCommit): Rows {
  const audits = auditChanges(mutations), entries = hashedEntries(audits);
  const appends: Append[] = [];
  if (frames.length > 0) appends.push(pushed(frames));
  if (entries.length > 0) {
    appends.push({ log: UNSEALED, items: entries, bytes: entries.length * SEAL_BYTES });
  }
  if (notices.length > 0) {
    appends.push({ log: OUTBOX, items: notices.map(outboxRow), bytes: notices.length * ROW_BYTES });
  }
  return { checks, mutations: withDerived(mutations, audits), appends };
}

/** With the counts of audit entries and the marks of packed blocks. */
function withDerived(mutations: readonly AnyMutation[], audits: readonly Mutation[]): readonly AnyMutation[] {
  const marks = blockMarks(mutations);
  if (audits.length === 0) return marks.length === 0 ? mutations : [...mutations, ...marks];
  const added = audits.reduce((sum, { type }) => sum + (type === "set" ? 1 : -1), 0);
  const total: Mutation = { type: "sum", key: keys.count("audit"), value: added };
  return [...mutations, ...auditCounts(audits), total, ...marks];
}
