import { timeTagByName } from "../../../domain/evaluation/intake/time_tag_streams.ts";
import { RULE_LIMITS } from "../../../domain/rule/limits.ts";
import type { DataType } from "../../../domain/sample/types.ts";
import { CheckField, Field, NumberField } from "../../parts/form/fields.tsx";
import type { DraftComparison } from "../../rules/draft.ts";
import {
  operandTypesBeside,
  type OperatorLook,
  operatorLook,
  operatorsFor,
} from "../../rules/operator_table.ts";
import { typeOfReference } from "../../rules/references.ts";
import { withOperator } from "../../rules/template_body.ts";
import { useEditor } from "./editor.ts";
import { ListField } from "./list_field.tsx";
import { OperandField } from "./operand_field.tsx";
import { StreamField } from "./stream_field.tsx";
import { numberText } from "../../parts/numbers.ts";

interface ComparisonProps {
  path: string;
  comparison: DraftComparison;
  insideNot: boolean;
}

/** One comparison with the fields of its operator. */
export function ComparisonFields({ path, comparison, insideNot }: ComparisonProps) {
  const { form, streams } = useEditor();
  const { placeholders } = form.values.value;
  const typeOf = (text: string) =>
    typeOfReference(text, placeholders) ?? timeTagByName(text)?.data_type ??
      streams.value.find(({ stream_name }) => stream_name === text)?.data_type;
  const type = comparison.expression === undefined ? typeOf(comparison.stream ?? "") : "NUM";
  const look = operatorLook(comparison.operator);
  const change = (operator: string) => form.set(path, withOperator(comparison, operator));
  return (
    <div class="rules-comparison">
      <StreamField
        path={`${path}.stream`}
        label="Compared stream"
        wants={look.types[0]}
        onChosen={(stream) => {
          const now = typeOf(stream);
          const fits = now === undefined || look.types.includes(now);
          const operator = fits ? comparison.operator : operatorsFor(now)[0]!.name;
          form.set(path, withOperator({ ...comparison, stream }, operator));
        }}
      />
      <OperatorField path={`${path}.operator`} type={type} change={change} />
      <ValueFields path={path} look={look} type={type} />
      <ComparisonOptions path={path} comparison={comparison} insideNot={insideNot} type={type} />
    </div>
  );
}

interface OperatorFieldProps {
  path: string;
  type: DataType | undefined;
  change(operator: string): void;
}

function OperatorField({ path, type, change }: OperatorFieldProps) {
  const offered = operatorsFor(type);
  return (
    <Field path={path} label="Comparison">
      {({ value, attributes }) => {
        const isOffered = offered.some(({ name }) => name === value);
        const groups = Map.groupBy(offered, ({ group }) => group);
        return (
          <select
            {...attributes}
            value={String(value)}
            onChange={({ currentTarget }) => change(currentTarget.value)}
          >
            {!isOffered && <option value={String(value)}>{operatorLook(String(value)).label}</option>}
            {[...groups].map(([group, looks]) => (
              <optgroup key={group} label={group}>
                {looks.map(({ name, label }) => <option key={name} value={name}>{label}</option>)}
              </optgroup>
            ))}
          </select>
        );
      }}
    </Field>
  );
}

interface ValueFieldsProps {
  path: string;
  look: OperatorLook;
  type: DataType | undefined;
}

function ValueFields({ path, look, type }: ValueFieldsProps) {
  const { value } = look;
  const types = operandTypesBeside(look, type);
  const isNumeric = types.every((one) => one === "NUM");
  const common = { types, takesStream: !types.includes("STR") || types.length > 1 };
  return (
    <div class="rules-values">
      {look.limit === true && <OperandField path={`${path}.limit`} label="Count values above" {...common} />}
      {value?.kind === "one" && (
        <OperandField path={`${path}.value`} label={value.label} unit={value.unit} {...common} />
      )}
      {value?.kind === "range" && (
        <>
          <OperandField path={`${path}.value.0`} label="Low limit" {...common} />
          <OperandField path={`${path}.value.1`} label="High limit" {...common} />
        </>
      )}
      {value?.kind === "list" && (
        <ListField path={`${path}.value`} label={value.label} isNumeric={isNumeric} />
      )}
      {look.of === true && <StreamField path={`${path}.of`} label="Second stream" wants="NUM" />}
      {look.window === true && (
        <NumberField
          path={`${path}.window_seconds`}
          label="Window, s"
          min={RULE_LIMITS.leastWindowSeconds}
          step="any"
          hint={WINDOW_HINT}
        />
      )}
    </div>
  );
}

interface OptionsProps extends ComparisonProps {
  type: DataType | undefined;
}

/** Rarely used options, collapsed until one of them is set. */
function ComparisonOptions({ path, comparison, insideNot, type }: OptionsProps) {
  const { form } = useEditor();
  const look = operatorLook(comparison.operator);
  const { deadband, tolerance, ignore_case, max_age_seconds, accept_uncertain } = comparison;
  const isTextual = type === undefined ? look.types.includes("STR") : type === "STR";
  const isNumeric = type === undefined ? look.types.includes("NUM") : type === "NUM";
  const isOpen = [deadband, tolerance, max_age_seconds].some((one) => (one ?? 0) > 0) ||
    ignore_case === true || accept_uncertain === true ||
    OPTIONS.some((name) => form.issueAt(`${path}.${name}`) !== undefined);
  return (
    <details class="rules-options" open={isOpen}>
      <summary>Deadband, maximum age and more</summary>
      <div class="rules-option-fields">
        {look.deadband !== undefined && (!insideNot || (deadband ?? 0) > 0) && (
          <NumberField
            path={`${path}.deadband`}
            label="Deadband"
            min={0}
            step="any"
            hint="Distance back across the limit until the condition clears"
          />
        )}
        {look.tolerance !== undefined && isNumeric && (
          <NumberField
            path={`${path}.tolerance`}
            label="Tolerance"
            min={0}
            step="any"
            hint={TOLERANCE_HINTS[look.tolerance]}
          />
        )}
        <NumberField
          path={`${path}.max_age_seconds`}
          label="Maximum age, s"
          min={0}
          step="any"
          hint="Older values count as unknown; empty: setting of the data source"
        />
        {look.ignoreCase === true && isTextual && (
          <CheckField path={`${path}.ignore_case`} label="Ignore case" />
        )}
        <CheckField path={`${path}.accept_uncertain`} label="Accept uncertain values" />
      </div>
    </details>
  );
}

const OPTIONS: readonly (keyof DraftComparison)[] = [
  "deadband",
  "tolerance",
  "max_age_seconds",
  "ignore_case",
  "accept_uncertain",
];
const TOLERANCE_HINTS = {
  movement: "Largest movement that still counts as unchanged",
  equality: "Numbers within this distance count as equal",
  fall: "Largest fall that counts as 0, not as a restart",
} as const;

const WINDOW_HINT = `${numberText(RULE_LIMITS.leastWindowSeconds)} to ${
  numberText(RULE_LIMITS.windowSeconds)
}; default ${numberText(RULE_LIMITS.defaultWindowSeconds)}`;
