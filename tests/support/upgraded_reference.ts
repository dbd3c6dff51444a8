/** The reference evaluation of an instance that was upgraded to other versions of its template. */
import type { HistoryEntry } from "../../actors/evaluation/journal.ts";
import { makeDeployment } from "../../domain/instance/deployment.ts";
import { type StoredStreams, storedStreams } from "../../domain/instance/streams.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { KnownStream } from "../../domain/evaluation/types.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import type { TemplateRecord, TemplateVersion } from "../../domain/template/types.ts";
import { referenceEvents } from "./reference_evaluator.ts";
import type { ReferenceCommand, ReferenceEvent } from "./reference_types.ts";

export interface UpgradedInput {
  record: InstanceRecord;
  template: TemplateRecord;
  versions: readonly TemplateVersion[];
  assets: StoredStreams;
  samples: Record<number, readonly Sample[]>;
  until: Ticks;
}

/** A version that the instance ran on: from one history entry to another. */
interface Period {
  version: number;
  /** When its new rules began, and the samples known then. */
  began: Ticks;
  known: KnownStream[];
  from: number;
  to: number;
  /** The upgrade that ended it. */
  ended: { at: Ticks; clock: Ticks } | null;
}

/** A rule with the span in which it was unchanged. */
interface RuleLife {
  rule: ReturnType<typeof rulesOf>[number];
  text: string;
  first: Period;
  last: Period;
}

/** Evaluates each rule from the version that added it to the one that removed it, as if deployed for that span only. */
export function upgradedReference(history: readonly HistoryEntry[], input: UpgradedInput): ReferenceEvent[] {
  const lives: RuleLife[] = [];
  for (const period of periodsOf(history, input)) {
    for (const rule of rulesOf(input, period.version)) {
      const { bound, texts, severity } = rule;
      const text = JSON.stringify([bound, texts, severity]);
      const before = lives.find((life) => life.text === text && life.last.to === period.from);
      if (before === undefined) lives.push({ rule, text, first: period, last: period });
      else before.last = period;
    }
  }
  return lives.flatMap((life) => eventsOf(life, history, input));
}

function eventsOf(
  { rule, first, last }: RuleLife,
  history: readonly HistoryEntry[],
  { record, samples, until }: UpgradedInput,
): ReferenceEvent[] {
  const entries = history.filter(({ sequence }) => sequence > first.from && sequence < last.to);
  const commands = entries.flatMap((entry) => commandOf(entry, rule.bound.ruleId));
  const ends: ReferenceCommand[] = last.ended === null ? [] : [{ kind: "undeploy", ...last.ended }];
  const events = referenceEvents({
    instance: { instanceId: record.id, rules: [rule.bound], streams: rule.streams },
    samples,
    deployedAt: first.began,
    known: first.known,
    until,
    commands: [...commands, ...ends],
  });
  return events.map((event) => event.reason === "undeployed" ? { ...event, reason: "superseded" } : event);
}

function commandOf(entry: HistoryEntry, ruleId: string): ReferenceCommand[] {
  const { watermark: at } = entry;
  if (entry.kind === "first_read") {
    return entry.streams.map((stream) => ({
      kind: "first_read",
      stream,
      at,
      known: entry.known.find((known) => known.stream === stream),
      others: entry.known,
    }));
  }
  if (entry.kind === "lost") return entry.streams.map((stream) => ({ kind: "lost", stream, at }));
  if (entry.kind !== "ended" || entry.ruleId !== ruleId || entry.reason === "superseded") return [];
  const { onset, clock } = entry;
  return [{ kind: "close", ruleId, onset, clock, at }];
}

function periodsOf(history: readonly HistoryEntry[], { record }: UpgradedInput): Period[] {
  const upgrades = history.flatMap((entry) => entry.kind === "upgraded" ? [entry] : []);
  const deployed = history.find((entry) => entry.kind === "deployed");
  if (deployed === undefined) throw new TypeError("A history begins with the deployment");
  const begins = [
    { began: ticksFromMs(Date.parse(record.deployment_date!)), sequence: deployed.sequence },
    ...upgrades.map(({ at, sequence }) => ({ began: at, sequence })),
  ];
  return begins.map(({ began, sequence }, i): Period => {
    const next = upgrades[i];
    const after = i === 0 ? 0 : begins[i - 1].sequence;
    const entries = history.filter((entry) => entry.sequence > after && entry.sequence < sequence);
    return {
      version: next?.from.version ?? record.template_version ?? 0,
      began,
      known: entries.flatMap((entry) => entry.kind === "known" ? entry.known : []),
      from: sequence,
      to: next?.sequence ?? Infinity,
      ended: next === undefined ? null : { at: next.watermark, clock: next.at },
    };
  });
}

function rulesOf({ record, template, versions, assets }: UpgradedInput, number: number) {
  const version = versions.find((each) => each.version === number);
  if (version === undefined) throw new TypeError(`Version ${number} is no more`);
  const { rules_since: _, ...plain } = record;
  const { deployment: { instance, texts, template: { rules } } } = makeDeployment({
    record: plain,
    template: { ...template, rules: version.rules },
    streams: storedStreams(assets),
    sourceMaxAgeSeconds: 0,
    deployedAt: 0,
  });
  return instance.rules.map((bound, i) => ({
    bound,
    texts: texts[i],
    severity: rules[i].severity,
    streams: instance.streams,
  }));
}
