import type { RunEvent } from "../evaluation/replay.ts";
import type { Deployment } from "../instance/deployment.ts";
import { isoFromTicks } from "../shared/time.ts";
import { openedBy } from "./opened_by.ts";
import { openedRecord, type RecordOptions, triggersOf } from "./raise.ts";
import type { CloseReason, EventFlag, EventRecord } from "./types.ts";

/** The record of an event that a correction has found. */
export function foundRecord(
  event: RunEvent,
  deployment: Deployment,
  options: RecordOptions,
): EventRecord {
  const { opening } = event, none = { initial: false, chattering: false, trigger: [], decided: NOTHING };
  const shelf = event.end === null ? options.shelf : undefined;
  const opened = openedRecord({ ...event, kind: "opened", ...opening ?? none }, deployment, {
    ...options,
    shelf,
  });
  return { ...opened, ...spanOf(event), flags: [...opened.flags, "late_detected"] };
}

/** The record after a correction. What people wrote is kept. The same object when nothing changes. */
export function revisedRecord(record: EventRecord, event: RunEvent, deployment: Deployment): EventRecord {
  const { onset, activatedAt, opening } = event;
  return changed(record, {
    ...record,
    ...spanOf(event),
    ...(opening === null ? {} : openingOf(record, opening, deployment)),
    start_time: isoFromTicks(onset),
    activated_at: isoFromTicks(activatedAt),
    onset,
    flags: flagsOf(record, opening),
  });
}

/** The record of an event that continues past the correction: only its opening may differ. */
export function reopenedRecord(
  record: EventRecord,
  { opening }: RunEvent,
  deployment: Deployment,
): EventRecord {
  if (opening === null) return record;
  return changed(record, {
    ...record,
    ...openingOf(record, opening, deployment),
    flags: flagsOf(record, opening),
  });
}

/** The record of an event that a correction has not found again. */
export function retractedRecord(record: EventRecord): EventRecord {
  if (record.flags.includes("retracted")) return record;
  return {
    ...record,
    is_active: false,
    end_time: record.start_time,
    closed_at: record.start_time,
    close_reason: "data_correction",
    data_state: "known",
    flags: [...record.flags, "retracted"],
    revision: record.revision + 1,
  };
}

/** The order of the flags in a record. */
const FLAGS: readonly EventFlag[] = ["initial", "chattering", "late_detected", "backfilled", "retracted"];

function flagsOf(record: EventRecord, opening: RunEvent["opening"]): EventFlag[] {
  const flags = new Set(record.flags);
  flags.delete("retracted");
  if (opening !== null) {
    for (const flag of ["initial", "chattering"] as const) {
      if (opening[flag]) flags.add(flag);
      else flags.delete(flag);
    }
  }
  return FLAGS.filter((flag) => flags.has(flag));
}

/** Of an event that was open before the correction: how it opened is not known. */
const NOTHING = { comparison: 0, measured: null };

type Opening = NonNullable<RunEvent["opening"]>;

function openingOf(record: EventRecord, opening: Opening, deployment: Deployment) {
  const now = triggersOf(opening.trigger, deployment);
  const opened_by = openedBy({ ...opening, ruleId: record.rule_id }, deployment);
  return {
    trigger: same(now, record.trigger) ? record.trigger : now,
    opened_by: same(opened_by, record.opened_by) ? record.opened_by : opened_by,
  };
}

function spanOf({ end, dataState }: RunEvent) {
  if (end === null) {
    return { is_active: true, end_time: null, closed_at: null, close_reason: null, data_state: dataState };
  }
  const close_reason: CloseReason = end.reason === "deleted" ? "manual" : end.reason;
  return {
    is_active: false,
    end_time: isoFromTicks(end.endAt),
    closed_at: isoFromTicks(end.closedAt),
    close_reason,
    data_state: end.reason === "condition_cleared" ? "known" as const : dataState,
  };
}

function changed(before: EventRecord, after: EventRecord): EventRecord {
  return same(before, after) ? before : { ...after, revision: before.revision + 1 };
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
