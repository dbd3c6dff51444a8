import type { DecidingSample, Transition } from "../evaluation/types.ts";
import type { Deployment } from "../instance/deployment.ts";
import { displayNameOf } from "../rule/display_name.ts";
import { fillTexts } from "./fill_texts.ts";
import { limitOfRule } from "./limit.ts";
import { nameOfStream, openedBy } from "./opened_by.ts";
import { shelfFields, type ShelfRecord } from "./shelf.ts";
import { isoFromMs, isoFromTicks, type Ms, msFromTicks, sourceTimeFromTicks } from "../shared/time.ts";
import { cutText } from "../shared/text.ts";
import type { EventFlag, EventRecord, TriggerSample } from "./types.ts";

type Opened = Extract<Transition, { kind: "opened" }>;
type Closed = Extract<Transition, { kind: "closed" }>;

export interface RecordOptions {
  id: number;
  nowMs: Ms;
  /** The plant's, in which the texts give times. */
  timeZone: string;
  shelf?: ShelfRecord;
}

/** The record of an event that the engine opened. It is shelved from the start when its key is. */
export function openedRecord(
  opened: Opened,
  deployment: Deployment,
  options: RecordOptions,
): EventRecord {
  const { record, template } = deployment;
  const rule = deployment.written[opened.ruleIndex]!;
  const texts = deployment.texts[opened.ruleIndex]!;
  const since = { startMs: msFromTicks(opened.onset), timeZone: options.timeZone };
  const opened_by = openedBy(opened, deployment);
  return {
    v: 1,
    id: options.id,
    event_name: texts.event_name,
    ...fillTexts({ ...texts, display_name: displayNameOf(rule) }, { opened_by, since }),
    severity: rule.severity,
    is_active: true,
    start_time: isoFromTicks(opened.onset),
    activated_at: isoFromTicks(opened.activatedAt),
    end_time: null,
    closed_at: null,
    recorded_at: isoFromMs(options.nowMs),
    close_reason: null,
    enrichment: texts.enrichment,
    template_instance: record.instance_name,
    category: template.category,
    template_id: template.id,
    template_version: template.version,
    instance_id: record.id,
    rule_id: opened.ruleId,
    plant_node_floc_id: record.plant_node_floc_id,
    acknowledged_at: null,
    acknowledged_by: null,
    note: null,
    ...shelfFields(options.shelf),
    data_state: opened.dataState,
    flags: flagsOf(opened),
    revision: 1,
    trigger: triggersOf(opened.trigger, deployment),
    limit: limitOf(opened, deployment),
    opened_by,
    onset: opened.onset,
    deployment: opened.deployment,
  };
}

function flagsOf(opened: Opened): EventFlag[] {
  const flags: EventFlag[] = [];
  if (opened.initial) flags.push("initial");
  if (opened.chattering) flags.push("chattering");
  return flags;
}

/** Longest part of a text that a trigger shows. */
const TRIGGER_TEXT = 200;

/** The deciding samples as clients see them. */
export function triggersOf(trigger: readonly DecidingSample[], deployment: Deployment): TriggerSample[] {
  return trigger.map((sample) => triggerSample(sample, deployment));
}

/** The limit of the first deciding stream. */
function limitOf({ trigger: [first], ruleId }: Opened, deployment: Deployment): EventRecord["limit"] {
  if (first === undefined) return null;
  const rule = deployment.instance.rules.find((each) => each.ruleId === ruleId);
  const limit = limitOfRule(rule, first.stream);
  return limit && { stream: triggerSample(first, deployment).stream, ...limit };
}

function triggerSample({ stream, sample }: DecidingSample, deployment: Deployment): TriggerSample {
  return {
    stream: nameOfStream(stream, deployment),
    stream_id: stream >= 0 ? stream : null,
    unit: deployment.units.get(stream) ?? null,
    value: typeof sample.value === "string" ? cutText(sample.value, TRIGGER_TEXT) : sample.value,
    time: sourceTimeFromTicks(sample.time),
  };
}

/** The record of an event whose condition has cleared. */
export function clearedRecord(
  record: EventRecord,
  closed: Pick<Closed, "endAt" | "closedAt">,
): EventRecord {
  return {
    ...record,
    is_active: false,
    end_time: isoFromTicks(closed.endAt),
    closed_at: isoFromTicks(closed.closedAt),
    close_reason: "condition_cleared",
    data_state: "known",
  };
}

/** The record of an event that a command has ended. */
export function endedRecord(
  record: EventRecord,
  reason: "manual" | "undeployed" | "superseded",
  nowMs: Ms,
): EventRecord {
  const at = isoFromMs(nowMs);
  return { ...record, is_active: false, end_time: at, closed_at: at, close_reason: reason };
}
