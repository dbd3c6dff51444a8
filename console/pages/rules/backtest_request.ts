import { checkRules } from "../../../domain/rule/check.ts";
import type { Condition, Rule } from "../../../domain/rule/types.ts";
import { CATEGORY } from "../../../domain/template/category.ts";
import type { Issue } from "../../api/problem.ts";
import { spanOf } from "../../backtest/spans.ts";
import type { BacktestBody, BacktestRequest, EvaluatedRules } from "../../backtest/types.ts";
import type { DraftRule, TemplateDraft } from "../../rules/draft.ts";
import { pathText } from "../../rules/path_text.ts";
import { usesOf } from "../../rules/references.ts";
import { blankIssues } from "../../rules/draft_checks.ts";
import { bodyOf, issuesOfDraft } from "../../rules/template_body.ts";
import type { BacktestChoice } from "./backtest_choice.ts";

/** An instance whose bindings a backtest can use. */
export interface BoundInstance {
  id: number;
  instance_name: string;
  placeholder_mappings: Readonly<Record<string, string>>;
}

interface BacktestInput {
  draft: TemplateDraft;
  /** The stored template; undefined for a new one. */
  stored: { draft: TemplateDraft; version: number } | undefined;
  choice: BacktestChoice;
  instances: readonly BoundInstance[];
  /** Whether a stream of this name exists; undefined until the streams are loaded. */
  isStream?(name: string): boolean;
}

/** A backtest to run, or why it cannot: `issues` at the draft's paths, `missing` as text. */
export type PreparedBacktest =
  | { request: BacktestRequest }
  | { request?: undefined; issues: readonly Issue[]; missing: string };

/** Points per trend. */
const POINTS = 240;

/** Prepares the backtest of a draft; incomplete or invalid drafts are not sent to the server. */
export function prepareBacktest(
  { draft, stored, choice, instances, isStream }: BacktestInput,
): PreparedBacktest {
  if (draft.rules.length === 0) return notReady("Add a rule to run a backtest.");
  const [blank] = blankIssues(filled(draft));
  if (blank !== undefined) {
    return notReady(`Not evaluated yet. ${pathText(blank.path, draft)}: ${blank.message.toLowerCase()}.`);
  }
  const body = templateToTest(draft);
  const issues = checkRules(body.rules.map(asRule), draft.placeholders);
  if (issues.length > 0) {
    return notReady("Not evaluated. Correct the marked fields.", issuesOfDraft(issues, draft));
  }
  const chosen = choice.kind === "streams" ? [] : chosenInstances(choice, instances);
  const missing = choice.kind === "streams"
    ? missingStream(draft, choice.mappings, isStream)
    : missingBinding(draft, chosen);
  if (missing !== undefined) return notReady(missing);
  const bound = binding(choice, chosen);
  const span = spanOf(choice);
  const scope = JSON.stringify([bound, span]);
  return {
    request: {
      key: `${relevantText(draft)} ${scope}`,
      body: { template: body, ...bound, ...span, points: POINTS },
      evaluated: evaluatedRules(body, { choice, chosen }),
      ...stored !== undefined && stored.draft.rules.length > 0 && {
        baseline: {
          key: `${stored.version} ${scope}`,
          ...relevantText(stored.draft) !== relevantText(draft) && {
            body: { template: templateToTest(stored.draft), ...bound, ...span, points: 0 },
          },
        },
      },
    },
  };
}

function notReady(missing: string, issues: readonly Issue[] = []): PreparedBacktest {
  return { missing, issues };
}

/** Fills in missing names, which do not affect the evaluation. */
function filled(draft: TemplateDraft): TemplateDraft {
  return {
    ...draft,
    name: draft.name.trim() || "Draft",
    package_id: draft.package_id ?? 1,
    new_package: undefined,
    category: CATEGORY.test(draft.category) ? draft.category : "health",
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

function templateToTest(draft: TemplateDraft) {
  const { name, category, rules, placeholders } = bodyOf(filled(draft));
  return { name, category, rules, placeholders };
}

type TestedTemplate = ReturnType<typeof templateToTest>;

/** Empty fields were excluded before, and the editor produces no other shape. */
function asRule(rule: TestedTemplate["rules"][number]): Rule {
  return { ...rule, conditions: rule.conditions as Condition[] };
}

/** The fields of a rule that only say what its events are called and mean to people. */
const WORDS_OF_RULE: readonly (keyof DraftRule)[] = [
  ...["rule_name", "display_name", "event_name", "event_description", "enrichment"] as const,
  ...["re_alarm_minutes", "cause", "consequence", "action"] as const,
];

function without(names: readonly string[], fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}

/** The parts of a draft that affect its events, as a cache key. */
function relevantText(draft: TemplateDraft): string {
  const { rules, placeholders } = bodyOf(draft);
  return JSON.stringify([
    rules.map((rule) => without(WORDS_OF_RULE, rule)),
    placeholders.map((placeholder) => without(["description"], placeholder)),
  ]);
}

function chosenInstances(
  { kind, instanceId }: BacktestChoice,
  instances: readonly BoundInstance[],
): readonly BoundInstance[] {
  return kind === "all" ? instances : instances.filter(({ id }) => id === instanceId);
}

/** Names the first binding by the user that is missing or incomplete. */
function missingStream(
  draft: TemplateDraft,
  mappings: BacktestChoice["mappings"],
  isStream: BacktestInput["isStream"],
): string | undefined {
  const empty = requiredNames(draft).find((name) => (mappings[name] ?? "") === "");
  if (empty !== undefined) return `Choose a stream or value for ${empty}.`;
  const typed = draft.placeholders.filter(({ placeholder_name: name }) => (mappings[name] ?? "") !== "");
  if (typed.length > 0 && isStream === undefined) return "Loading streams…";
  const unknown = typed.find(({ placeholder_name: name, data_type }) => {
    const text = mappings[name]!;
    if (isStream?.(text)) return false;
    return usesOf(draft, name).asStream || data_type === "NUM" && !Number.isFinite(Number(text));
  });
  return unknown &&
    `${unknown.placeholder_name}: no stream is named “${mappings[unknown.placeholder_name]}”.`;
}

function requiredNames({ placeholders }: TemplateDraft): string[] {
  return placeholders.filter(({ is_required, default_value }) => is_required && default_value === null)
    .map(({ placeholder_name }) => placeholder_name);
}

/** Names the first required placeholder that an instance does not bind. */
function missingBinding(draft: TemplateDraft, chosen: readonly BoundInstance[]): string | undefined {
  if (chosen.length === 0) return "Choose an instance or streams.";
  for (const { instance_name, placeholder_mappings } of chosen) {
    const name = requiredNames(draft).find((name) => placeholder_mappings[name] === undefined);
    if (name !== undefined) return `${instance_name} does not bind ${name}. Choose streams instead.`;
  }
  return undefined;
}

function binding({ kind, mappings }: BacktestChoice, chosen: readonly BoundInstance[]): BacktestBody {
  if (kind !== "streams") return { instance_ids: chosen.map(({ id }) => id) };
  const bound = Object.entries(mappings).filter(([, text]) => text !== "");
  return { placeholder_mappings: Object.fromEntries(bound) };
}

function evaluatedRules(
  template: TestedTemplate,
  { choice: { kind, mappings }, chosen }: { choice: BacktestChoice; chosen: readonly BoundInstance[] },
): EvaluatedRules {
  const own = [{ id: null, bindings: mappings }];
  const used = chosen.map(({ id, placeholder_mappings }) => ({ id, bindings: placeholder_mappings }));
  return { template, instances: kind === "streams" ? own : used };
}

/** Splits the server's issues into those of the draft's fields and others. */
export function placedIssues(issues: readonly Issue[], draft: TemplateDraft) {
  const ofDraft = issues.filter(({ path }) => path.startsWith("template."))
    .map(({ path, message }) => ({ path: path.slice("template.".length), message }));
  const others = issues.filter(({ path }) => !path.startsWith("template."));
  return { fields: issuesOfDraft(ofDraft, draft), others };
}
