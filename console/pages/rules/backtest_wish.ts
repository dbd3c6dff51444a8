import { checkRules } from "../../../domain/rule/check.ts";
import type { Condition, Rule } from "../../../domain/rule/types.ts";
import type { Issue } from "../../api/problem.ts";
import { spanOf } from "../../backtest/spans.ts";
import type { BacktestBody, Judged, Wanted } from "../../backtest/types.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { pathWords } from "../../rules/path_words.ts";
import { usesOf } from "../../rules/references.ts";
import { blankIssues } from "../../rules/draft_checks.ts";
import { bodyOf, issuesOfDraft } from "../../rules/template_body.ts";
import type { BacktestChoice } from "./backtest_choice.ts";

/** An instance that lends its bindings. */
export interface ShardReply {
  id: number;
  instance_name: string;
  placeholder_mappings: Readonly<Record<string, string>>;
}

interface Given {
  draft: TemplateDraft;
  /** As it is stored; absent for a new one. */
  stored: { draft: TemplateDraft; version: number } | undefined;
  choice: BacktestChoice;
  instances: readonly ShardReply[];
  /** Whether there is a stream of this name; absent: they are not read yet. */
  isStream?(name: string): boolean;
}

/** A backtest to be asked for, or what stands against it: `issues` at the draft's paths, `lacks` in words. */
export type BacktestWish =
  | { wanted: Wanted }
  | { wanted?: undefined; issues: readonly Issue[]; lacks: string };

/** So many samples of a curve. */
const POINTS = 240;

/** What is asked for a draft over what was chosen. What can be told here is not asked. */
export function backtestWish({ draft, stored, choice, instances, isStream }: Given): BacktestWish {
  if (draft.rules.length === 0) return lacking("Add a rule: then it is judged here.");
  const blanks = blankIssues(filled(draft));
  if (blanks.length > 0) {
    const [{ path, message }] = blanks;
    return lacking(`Not judged yet. ${pathWords(path, draft)}: ${message.toLowerCase()}.`);
  }
  const body = trialTemplate(draft);
  const issues = checkRules(body.rules.map(asRule), draft.placeholders);
  if (issues.length > 0) {
    return lacking("Not judged: see the marked fields.", issuesOfDraft(issues, draft));
  }
  const chosen = choice.kind === "streams" ? [] : lendingOf(choice, instances);
  const lacks = choice.kind === "streams"
    ? missingStream(draft, choice.mappings, isStream)
    : missingBinding(draft, chosen);
  if (lacks !== undefined) return lacking(lacks);
  const bound = binding(choice, chosen);
  const span = spanOf(choice);
  const place = JSON.stringify([bound, span]);
  return {
    wanted: {
      key: `${judgedText(draft)} ${place}`,
      body: { template: body, ...bound, ...span, points: POINTS },
      judged: judgedBy(body, { choice, chosen }),
      ...stored !== undefined && stored.draft.rules.length > 0 && {
        base: {
          key: `${stored.version} ${place}`,
          ...judgedText(stored.draft) !== judgedText(draft) && {
            body: { template: trialTemplate(stored.draft), ...bound, ...span, points: 0 },
          },
        },
      },
    },
  };
}

function lacking(lacks: string, issues: readonly Issue[] = []): BacktestWish {
  return { lacks, issues };
}

/** Names tell people something, and the judging nothing: a draft without them is judged all the same. */
function filled(draft: TemplateDraft): TemplateDraft {
  return {
    ...draft,
    ...{ name: draft.name.trim() || "Draft", package_id: draft.package_id ?? 1 },
    category: /^[a-z]{1,40}$/.test(draft.category) ? draft.category : "health",
    rules: draft.rules.map((rule) => ({
      ...rule,
      rule_name: rule.rule_name.trim() || rule.rule_id || "Rule",
      event_name: rule.event_name.trim() || "Event",
      enrichment: rule.enrichment.filter(({ key }, i) =>
        key !== "" && rule.enrichment.findIndex((other) => other.key === key) === i
      ),
    })),
  };
}

function trialTemplate(draft: TemplateDraft) {
  const { name, category, rules, placeholders } = bodyOf(filled(draft));
  return { name, category, rules, placeholders };
}

type TrialTemplate = ReturnType<typeof trialTemplate>;

/** Its blanks were looked for, and the editor makes no other shape. */
function asRule(rule: TrialTemplate["rules"][number]): Rule {
  return { ...rule, conditions: rule.conditions as Condition[] };
}

/** What of a draft decides when an event is raised. */
function judgedText(draft: TemplateDraft): string {
  const { rules, placeholders } = bodyOf(draft);
  return JSON.stringify([
    rules.map(({ rule_id, conditions, logic, severity, on_delay_seconds, off_delay_seconds }) => [
      ...[rule_id, conditions, logic, severity, on_delay_seconds, off_delay_seconds],
    ]),
    placeholders.map(({ placeholder_name, data_type, is_required, default_value, max_age_seconds }) => [
      ...[placeholder_name, data_type, is_required, default_value, max_age_seconds],
    ]),
  ]);
}

function lendingOf(
  { kind, instanceId }: BacktestChoice,
  instances: readonly ShardReply[],
): readonly ShardReply[] {
  return kind === "all" ? instances : instances.filter(({ id }) => id === instanceId);
}

/** The first of one's own bindings that is missing, or is still being typed, in words. */
function missingStream(
  draft: TemplateDraft,
  mappings: BacktestChoice["mappings"],
  isStream: Given["isStream"],
): string | undefined {
  const empty = needed(draft).find((name) => (mappings[name] ?? "") === "");
  if (empty !== undefined) return `Choose what ${empty} stands for.`;
  const typed = draft.placeholders.filter(({ placeholder_name: name }) => (mappings[name] ?? "") !== "");
  if (typed.length > 0 && isStream === undefined) return "Reading the streams…";
  const unknown = typed.find(({ placeholder_name: name, data_type }) => {
    const text = mappings[name];
    if (isStream?.(text)) return false;
    return usesOf(draft, name).asStream || data_type === "NUM" && !Number.isFinite(Number(text));
  });
  return unknown &&
    `${unknown.placeholder_name}: there is no stream “${mappings[unknown.placeholder_name]}”.`;
}

function needed({ placeholders }: TemplateDraft): string[] {
  return placeholders.filter(({ is_required, default_value }) => is_required && default_value === null)
    .map(({ placeholder_name }) => placeholder_name);
}

/** The first placeholder that must be bound and is not, in words. */
function missingBinding(draft: TemplateDraft, chosen: readonly ShardReply[]): string | undefined {
  if (chosen.length === 0) return "Choose an instance, or streams.";
  for (const { instance_name, placeholder_mappings } of chosen) {
    const name = needed(draft).find((name) => placeholder_mappings[name] === undefined);
    if (name !== undefined) return `${instance_name} does not bind ${name}: choose streams instead.`;
  }
  return undefined;
}

function binding({ kind, mappings }: BacktestChoice, chosen: readonly ShardReply[]): BacktestBody {
  if (kind !== "streams") return { instance_ids: chosen.map(({ id }) => id) };
  const given = Object.entries(mappings).filter(([, text]) => text !== "");
  return { placeholder_mappings: Object.fromEntries(given) };
}

function judgedBy(
  template: TrialTemplate,
  { choice: { kind, mappings }, chosen }: { choice: BacktestChoice; chosen: readonly ShardReply[] },
): Judged {
  const own = [{ id: null, bindings: mappings }];
  const lent = chosen.map(({ id, placeholder_mappings }) => ({ id, bindings: placeholder_mappings }));
  return { template, instances: kind === "streams" ? own : lent };
}

/** Where an issue of the server stands: at a field of the draft, or beside what was chosen. */
export function placedIssues(issues: readonly Issue[], draft: TemplateDraft) {
  const ofDraft = issues.filter(({ path }) => path.startsWith("template."))
    .map(({ path, message }) => ({ path: path.slice("template.".length), message }));
  const others = issues.filter(({ path }) => !path.startsWith("template."));
  return { fields: issuesOfDraft(ofDraft, draft), others };
}
