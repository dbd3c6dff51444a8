import { type Signal } from "@preact/signals";
import { ChevronRight, Ellipsis, Plus } from "lucide";
import { RULE_LIMITS } from "../../../domain/rule/limits.ts";
import { useFormContext } from "../../parts/form/form.tsx";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Menu, type MenuItem } from "../../parts/menu.tsx";
import { moved, withInserted, without } from "../../rules/condition_tree.ts";
import type { DraftRule } from "../../rules/draft.ts";
import { ruleId } from "../../rules/derived_names.ts";
import { newRule, rulePresets } from "../../rules/presets.ts";
import { ruleSentence } from "../../rules/rule_sentence.ts";
import { useConsole } from "../../shell/console.ts";
import { useEditor } from "./editor.ts";
import { RuleFields } from "./rule_fields.tsx";
import { Sentence } from "./sentence.tsx";

/** The rules; at most one is expanded. */
export function RuleList({ open }: { open: Signal<number | null> }) {
  const { form } = useEditor();
  const { idOf, goTo } = useFormContext();
  const { rules, placeholders } = form.values.value;
  const issue = form.issueAt("rules");
  const presets: MenuItem[] = rulePresets().map((preset) => ({
    label: `${preset.name}: ${preset.hint.toLowerCase()}`,
    run() {
      const matching = placeholders.find(({ data_type }) => data_type === preset.type);
      const stream = matching === undefined ? "" : `<${matching.placeholder_name}>`;
      form.set("rules", [...rules, newRule(preset, { stream, others: rules })]);
      open.value = rules.length;
      goTo(`rules.${rules.length}.rule_name`);
    },
  }));
  return (
    <section class="panel" aria-labelledby="rules-rules">
      <div class="panel-head">
        <h2 id="rules-rules">Rules</h2>
        <span class="muted">Each rule raises its own events</span>
      </div>
      {issue !== undefined && <p class="issue">{issue}</p>}
      {rules.length === 0 && <p class="muted">No rules yet.</p>}
      <ol class="rules-list" id={idOf("rules")} tabIndex={-1}>
        {rules.map((rule, index) => <RuleCard key={index} rule={rule} index={index} open={open} />)}
      </ol>
      <div class="rules-add">
        {rules.length < RULE_LIMITS.rules && (
          <Menu label="Add rule" items={presets}>
            <Icon node={Plus} />
            Add rule
          </Menu>
        )}
      </div>
    </section>
  );
}

interface RuleCardProps {
  rule: DraftRule;
  index: number;
  open: Signal<number | null>;
}

function RuleCard({ rule, index, open }: RuleCardProps) {
  const { form } = useEditor();
  const { idOf } = useFormContext();
  const path = `rules.${index}`;
  const isOpen = open.value === index;
  const found = [...form.issues.value, ...form.notes.value].filter((issue) =>
    issue.path.startsWith(`${path}.`)
  );
  const wrong = new Set(found.map((issue) => issue.path)).size;
  const bodyId = `${idOf(path)}-body`;
  return (
    <li class={isOpen ? "rules-rule open" : "rules-rule"} id={idOf(path)} tabIndex={-1}>
      <div class="rules-rule-head">
        <h3>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? bodyId : undefined}
            onClick={() => open.value = isOpen ? null : index}
          >
            <span class="rules-twist">
              <Icon node={ChevronRight} />
            </span>
            <SeverityGlyph severity={rule.severity} />
            <span class="rules-rule-name">{rule.rule_name || "Unnamed rule"}</span>
            {wrong > 0 && <span class="rules-wrong">! {wrong}</span>}
          </button>
        </h3>
        <Menu
          label={`More actions for ${rule.rule_name || "the rule"}`}
          class="bare"
          items={useRuleActions({ rule, index, open })}
        >
          <Icon node={Ellipsis} />
        </Menu>
      </div>
      <div class="rules-rule-sentence">
        <Sentence text={ruleSentence(rule)} />
      </div>
      {isOpen && (
        <div id={bodyId}>
          <RuleFields path={path} rule={rule} index={index} />
        </div>
      )}
    </li>
  );
}

function useRuleActions({ rule, index, open }: RuleCardProps): MenuItem[] {
  const { form } = useEditor();
  const { goTo } = useFormContext();
  const { toasts } = useConsole();
  const { rules } = form.values.value;
  const taken = rules.map(({ rule_id }) => rule_id);
  const put = (next: DraftRule[], focus: number) => {
    form.set("rules", next);
    if (open.value !== null) open.value = focus;
    goTo(next.length === 0 ? "rules" : `rules.${focus}`);
  };
  return [
    {
      label: "Duplicate",
      disabledReason: rules.length >= RULE_LIMITS.rules ? `maximum is ${RULE_LIMITS.rules}` : undefined,
      run() {
        const name = `${rule.rule_name} (copy)`;
        const copy = { ...rule, rule_name: name, rule_id: ruleId(name, taken) };
        put(withInserted(rules, index + 1, copy), index + 1);
      },
    },
    {
      label: "Move up",
      disabledReason: index === 0 ? "already first" : undefined,
      run: () => put(moved(rules, index, index - 1), index - 1),
    },
    {
      label: "Move down",
      disabledReason: index === rules.length - 1 ? "already last" : undefined,
      run: () => put(moved(rules, index, index + 1), index + 1),
    },
    {
      label: "Remove",
      run() {
        toasts.done(`Rule “${rule.rule_name}” removed`, {
          label: "Undo",
          run: () => form.set("rules", rules),
        });
        open.value = null;
        put(without(rules, index), Math.max(0, index - 1));
      },
    },
  ];
}
