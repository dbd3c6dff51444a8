import { Trash2 } from "lucide";
import type { ComponentChildren } from "preact";
import { Field, NumberField, SelectField, TextField } from "../../parts/form/fields.tsx";
import { useFormContext } from "../../parts/form/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { SEVERITY_OPTIONS } from "../../parts/severity.ts";
import { without } from "../../rules/condition_tree.ts";
import type { DraftRule } from "../../rules/draft.ts";
import { RULE_LIMITS } from "../../../domain/rule/limits.ts";
import { readableName } from "../../../domain/rule/display_name.ts";
import { ruleId } from "../../rules/derived_names.ts";
import { isSet, secondsText } from "../../rules/rule_sentence.ts";
import type { NumberOrReference } from "../../../domain/rule/constants.ts";
import { ConditionList } from "./condition_list.tsx";
import { ConstantField } from "./constant_field.tsx";
import { useEditor } from "./editor.ts";
import { EndField } from "./end_field.tsx";
import { ReferringField } from "./referring_field.tsx";
import { useEndLogic, useRuleLogic } from "./use_rule_logic.ts";

interface RuleFieldsProps {
  path: string;
  rule: DraftRule;
  index: number;
}

/** The fields of a rule: when it raises an event and when that ends, then what the event says. */
export function RuleFields({ path, rule, index }: RuleFieldsProps) {
  const setLogic = useRuleLogic(path), setEndLogic = useEndLogic(path);
  return (
    <div class="rules-fields">
      <div class="rules-two">
        <RuleNameField path={`${path}.rule_name`} rule={rule} index={index} />
        <SelectField path={`${path}.severity`} label="Severity" options={SEVERITY_OPTIONS} />
      </div>
      <FieldGroup title="When">
        <ConditionList
          path={`${path}.conditions`}
          rulePath={path}
          logic={rule.logic}
          conditions={rule.conditions}
          setLogic={(logic) => setLogic(logic, rule.conditions)}
          depth={1}
          insideNot={false}
          number=""
        />
        <div class="rules-two">
          <ConstantField
            path={`${path}.on_delay_seconds`}
            name="on_delay_seconds"
            label="On-delay, s"
            hint={delayHint(rule.on_delay_seconds, "Raised immediately")}
          />
        </div>
      </FieldGroup>
      <FieldGroup title="End">
        <div class="rules-two">
          <EndField path={path} rule={rule} />
          <ConstantField
            path={`${path}.off_delay_seconds`}
            name="off_delay_seconds"
            label="Off-delay, s"
            hint={delayHint(rule.off_delay_seconds, "Ends immediately")}
          />
        </div>
        {rule.until !== null && (
          <ConditionList
            path={`${path}.until`}
            rulePath={path}
            logic="all"
            conditions={rule.until}
            setLogic={(logic) => setEndLogic(logic, rule.until ?? [])}
            depth={1}
            insideNot={false}
            number=""
            isOfEnd
          />
        )}
      </FieldGroup>
      <FieldGroup title="Raise">
        <TextField
          path={`${path}.display_name`}
          label="Display name (optional)"
          hint={`What is wrong, in words. Empty: “${readableName(rule.rule_name)}”`}
        />
        <ReferringField path={`${path}.event_name`} label="Event name" />
        <ReferringField
          path={`${path}.event_description`}
          label="Event description"
          hint="{value}, {limit}, {unit} and {since} are filled in when the event opens"
          tall
        />
        <div class="rules-two">
          <ReAlarmField path={path} minutes={rule.re_alarm_minutes} />
        </div>
      </FieldGroup>
      <FieldGroup title="Guidance for operators">
        <div class="rules-three">
          <ReferringField path={`${path}.cause`} label="Cause" tall />
          <ReferringField path={`${path}.consequence`} label="Consequence" tall />
          <ReferringField path={`${path}.action`} label="Action" tall />
        </div>
      </FieldGroup>
      <MoreFields path={path} rule={rule} />
    </div>
  );
}

function FieldGroup({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="rules-part" role="group" aria-label={title}>
      <h4>{title}</h4>
      {children}
    </div>
  );
}

function delayHint(seconds: NumberOrReference | null, none: string): string {
  if (typeof seconds === "string") return "Each instance gives its own number";
  return isSet(seconds) ? secondsText(seconds) : none;
}

function ReAlarmField({ path, minutes }: { path: string; minutes: number | null }) {
  const { min, max } = RULE_LIMITS.reAlarmMinutes;
  const when = minutes === null
    ? "Empty: an acknowledgement counts until the event ends"
    : `An event that is still active ${secondsText(minutes * 60)} after its acknowledgement needs a new one`;
  return (
    <NumberField
      path={`${path}.re_alarm_minutes`}
      label="Re-alarm after, minutes (optional)"
      hint={when}
      min={min}
      max={max}
    />
  );
}

/** Until the rule is stored, its identifier follows its name. */
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
            const isDerived = !storedRules.has(rule.rule_id) &&
              rule.rule_id === ruleId(rule.rule_name, others());
            set(currentTarget.value);
            if (isDerived) form.set(`rules.${index}.rule_id`, ruleId(currentTarget.value, others()));
          }}
        />
      )}
    </Field>
  );
}

function MoreFields({ path, rule }: { path: string; rule: DraftRule }) {
  const { form } = useEditor();
  const { goTo } = useFormContext();
  const { enrichment } = rule;
  const list = `${path}.enrichment`;
  const isWrong = form.issues.value.some((issue) =>
    issue.path.startsWith(list) || issue.path === `${path}.rule_id`
  );
  const issue = form.issueAt(list);
  return (
    <details class="rules-options" open={isWrong || enrichment.length > 0}>
      <summary>Additional fields, identifier</summary>
      {issue !== undefined && <p class="issue">{issue}</p>}
      {enrichment.map((pair, index) => (
        <div key={index} class="rules-fact">
          <TextField path={`${list}.${index}.key`} label="Field" />
          <ReferringField
            path={`${list}.${index}.value`}
            label={pair.key === "" ? "Value" : `Value of ${pair.key}`}
          />
          <button
            type="button"
            class="bare"
            aria-label={`Remove ${pair.key || "the field"}`}
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
          Add field
        </button>
      </div>
      <TextField
        path={`${path}.rule_id`}
        label="Identifier"
        hint="Identifies the rule in events and versions"
        spellcheck={false}
      />
    </details>
  );
}
