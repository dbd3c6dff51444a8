import { Trash2 } from "lucide";
import type { ComponentChildren } from "preact";
import { Field, NumberField, SelectField, TextAreaField, TextField } from "../../parts/form/fields.tsx";
import { useFormPlace } from "../../parts/form/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { without } from "../../rules/condition_tree.ts";
import type { DraftRule } from "../../rules/draft.ts";
import { ruleId } from "../../rules/presets.ts";
import { secondsText } from "../../rules/rule_sentence.ts";
import { ConditionList } from "./condition_list.tsx";
import { useEditor } from "./editor.ts";
import { ReferringField } from "./referring_field.tsx";
import { SEVERITY_OPTIONS } from "./words.ts";

interface RuleFieldsProps {
  path: string;
  rule: DraftRule;
  index: number;
}

/** All of a rule, in the order of its sentence. */
export function RuleFields({ path, rule, index }: RuleFieldsProps) {
  const { form } = useEditor();
  return (
    <div class="rules-fields">
      <div class="rules-two">
        <RuleNameField path={`${path}.rule_name`} rule={rule} index={index} />
        <SelectField path={`${path}.severity`} label="Severity" options={SEVERITY_OPTIONS} />
      </div>
      <Part title="When">
        <ConditionList
          path={`${path}.conditions`}
          rulePath={path}
          logic={rule.logic}
          conditions={rule.conditions}
          setLogic={(logic) => form.set(`${path}.logic`, logic)}
          depth={1}
          insideNot={false}
          number=""
        />
        <div class="rules-two">
          <DelayField
            path={`${path}.on_delay_seconds`}
            label="Holding for, s"
            none="Raised at once"
            given={rule.on_delay_seconds}
          />
          <DelayField
            path={`${path}.off_delay_seconds`}
            label="Ends after it cleared for, s"
            none="Ends at once"
            given={rule.off_delay_seconds}
          />
        </div>
      </Part>
      <Part title="Raise">
        <ReferringField path={`${path}.event_name`} label="Event name" />
        <ReferringField path={`${path}.event_description`} label="Event description" tall />
      </Part>
      <Part title="Tell operators">
        <div class="rules-three">
          <TextAreaField path={`${path}.cause`} label="Cause" rows={2} />
          <TextAreaField path={`${path}.consequence`} label="Consequence" rows={2} />
          <TextAreaField path={`${path}.action`} label="Action" rows={2} />
        </div>
      </Part>
      <MoreFields path={path} rule={rule} />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="rules-part" role="group" aria-label={title}>
      <h4>{title}</h4>
      {children}
    </div>
  );
}

function DelayField({ path, label, none, given }: {
  path: string;
  label: string;
  none: string;
  given: number | null;
}) {
  const hint = (given ?? 0) > 0 ? secondsText(given) : none;
  return <NumberField path={path} label={label} hint={hint} min={0} step="any" />;
}

/** The identifier of a rule that is not stored yet follows its name. */
function RuleNameField({ path, rule, index }: RuleFieldsProps) {
  const { form, storedRules } = useEditor();
  const others = () =>
    form.values.value.rules.filter((_, other) => other !== index).map(({ rule_id }) => rule_id);
  return (
    <Field path={path} label="Name">
      {({ value, set, attributes }) => (
        <input
          {...attributes}
          value={String(value)}
          onInput={({ currentTarget }) => {
            const isOwn = !storedRules.has(rule.rule_id) && rule.rule_id === ruleId(rule.rule_name, others());
            set(currentTarget.value);
            if (isOwn) form.set(`rules.${index}.rule_id`, ruleId(currentTarget.value, others()));
          }}
        />
      )}
    </Field>
  );
}

function MoreFields({ path, rule }: { path: string; rule: DraftRule }) {
  const { form } = useEditor();
  const { goTo } = useFormPlace();
  const { enrichment } = rule;
  const list = `${path}.enrichment`;
  const isWrong = form.issues.value.some((issue) =>
    issue.path.startsWith(list) || issue.path === `${path}.rule_id`
  );
  const issue = form.issueAt(list);
  return (
    <details class="rules-options" open={isWrong || enrichment.length > 0}>
      <summary>More facts with each event, identifier</summary>
      {issue !== undefined && <p class="issue">{issue}</p>}
      {enrichment.map((pair, index) => (
        <div key={index} class="rules-fact">
          <TextField path={`${list}.${index}.key`} label="Fact" />
          <ReferringField
            path={`${list}.${index}.value`}
            label={pair.key === "" ? "Its value" : `Value of ${pair.key}`}
          />
          <button
            type="button"
            class="bare"
            aria-label={`Remove ${pair.key || "the fact"}`}
            onClick={() => {
              form.set(list, without(enrichment, index));
              goTo(list);
            }}
          >
            <Icon node={Trash2} />
          </button>
        </div>
      ))}
      <div class="rules-add">
        <button
          type="button"
          onClick={() => {
            form.set(list, [...enrichment, { key: "", value: "" }]);
            goTo(`${list}.${enrichment.length}.key`);
          }}
        >
          Add fact
        </button>
      </div>
      <TextField
        path={`${path}.rule_id`}
        label="Identifier"
        hint="Events and versions know the rule by it"
        spellcheck={false}
      />
    </details>
  );
}
