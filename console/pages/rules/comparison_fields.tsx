import { timeTagByName } from "../../../domain/evaluation/intake/time_tag_streams.ts";
import { RULE_LIMITS } from "../../../domain/rule/limits.ts";
import type { DataType } from "../../../domain/sample/types.ts";
import { takesExpression } from "../../../domain/rule/expression_check.ts";
import { CheckField, NumberField } from "../../parts/form/fields.tsx";
import { useFormContext } from "../../parts/form/form.tsx";
import type { DraftComparison } from "../../rules/draft.ts";
import {
  operandTypesBeside,
  type OperatorLook,
  operatorLook,
  operatorsFor,
} from "../../rules/operator_table.ts";
import { typeOfReference } from "../../rules/references.ts";
import { isSet } from "../../rules/rule_sentence.ts";
import { calculating, readingStream, withOperator } from "../../rules/template_body.ts";
import { ConstantField } from "./constant_field.tsx";
import { CountedFields, CountedOptions, hasCountedOption } from "./counted_fields.tsx";
import { useEditor } from "./editor.ts";
import { ExpressionFields } from "./expression_fields.tsx";
import { OperandField } from "./operand_field.tsx";
import { OperandFields } from "./operand_fields.tsx";
import { OperatorField } from "./operator_field.tsx";
import { StreamField } from "./stream_field.tsx";
import { numberText } from "../../parts/numbers.ts";

interface ComparisonProps {
  path: string;
  comparison: DraftComparison;
  /** Inside "not", or beside an own end of the rule. */
  takesNoDeadband: boolean;
}

/** One comparison with the fields of its operator. */
export function ComparisonFields({ path, comparison, takesNoDeadband }: ComparisonProps) {
  const { form, streams } = useEditor();
  const { goTo } = useFormContext();
  const { placeholders } = form.values.value;
  const typeOf = (text: string) =>
    typeOfReference(text, placeholders) ?? timeTagByName(text)?.data_type ??
      streams.value.find(({ stream_name }) => stream_name === text)?.data_type;
  const isCalculated = comparison.expression !== undefined;
  const type = isCalculated ? "NUM" : typeOf(comparison.stream ?? "");
  const look = operatorLook(comparison.operator);
  const { comparison: counted } = comparison;
  const change = (next: DraftComparison, focus: string) => {
    form.set(path, next);
    goTo(`${path}${focus}`);
  };
  return (
    <div class="rules-comparison">
      {isCalculated
        ? <ExpressionFields path={path} compareStream={() => change(readingStream(comparison), ".stream")} />
        : (
          <StreamField
            path={`${path}.stream`}
            label="Compared stream"
            wants={look.types[0]}
            calculate={() => change(calculating(comparison), ".expression")}
            onChosen={(stream) => {
              const now = typeOf(stream);
              const fits = now === undefined || look.types.includes(now);
              const operator = fits ? comparison.operator : operatorsFor(now)[0]!.name;
              form.set(path, withOperator({ ...comparison, stream }, operator, { type: now }));
            }}
          />
        )}
      <OperatorField
        path={`${path}.operator`}
        label="Comparison"
        offered={isCalculated ? operatorsFor(type).filter(takesExpression) : operatorsFor(type)}
        change={(operator) => form.set(path, withOperator(comparison, operator, { type }))}
      />
      <ValueFields path={path} look={look} type={type} />
      {counted !== undefined && <CountedFields path={`${path}.comparison`} counted={counted} type={type} />}
      <ComparisonOptions path={path} comparison={comparison} takesNoDeadband={takesNoDeadband} type={type} />
    </div>
  );
}

interface ValueFieldsProps {
  path: string;
  look: OperatorLook;
  type: DataType | undefined;
}

function ValueFields({ path, look, type }: ValueFieldsProps) {
  const types = operandTypesBeside(look, type);
  return (
    <div class="rules-values">
      {look.limit === true && (
        <OperandField path={`${path}.limit`} label="Count values above" types={types} takesStream />
      )}
      <OperandFields path={path} look={look} type={type} />
      {look.of === true && <StreamField path={`${path}.of`} label="Second stream" wants="NUM" />}
      {look.window === true && (
        <ConstantField
          path={`${path}.window_seconds`}
          name="window_seconds"
          label="Window, s"
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
function ComparisonOptions({ path, comparison, takesNoDeadband, type }: OptionsProps) {
  const { form } = useEditor();
  const look = operatorLook(comparison.operator);
  const { deadband, tolerance, rollover, ignore_case, max_age_seconds, accept_uncertain } = comparison;
  const { comparison: counted } = comparison;
  const isTextual = type === undefined ? look.types.includes("STR") : type === "STR";
  const isNumeric = type === undefined ? look.types.includes("NUM") : type === "NUM";
  const isOpen = [deadband, tolerance, rollover, max_age_seconds].some(isSet) ||
    ignore_case === true || accept_uncertain === true || hasCountedOption(comparison) ||
    OPTIONS.some((name) => form.issueAt(`${path}.${name}`) !== undefined);
  return (
    <details class="rules-options" open={isOpen}>
      <summary>{look.rollover === true ? "Rollover, tolerance" : "Deadband, maximum age"} and more</summary>
      <div class="rules-option-fields">
        {look.rollover === true && (
          <NumberField
            path={`${path}.rollover`}
            label="Largest value (rollover)"
            min={0}
            step="any"
            hint="After it the counter begins again at 0, such as 65535. Empty: a fall is a restart from 0"
          />
        )}
        {look.deadband !== undefined && (!takesNoDeadband || isSet(deadband)) && (
          <ConstantField
            path={`${path}.deadband`}
            name="deadband"
            label="Deadband"
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
        <ConstantField
          path={`${path}.max_age_seconds`}
          name="max_age_seconds"
          label="Maximum age, s"
          hint="Older values count as unknown; empty: setting of the data source"
        />
        {look.ignoreCase === true && isTextual && (
          <CheckField path={`${path}.ignore_case`} label="Ignore case" />
        )}
        {counted !== undefined && (
          <CountedOptions
            path={`${path}.comparison`}
            counted={counted}
            type={type}
          />
        )}
        <CheckField path={`${path}.accept_uncertain`} label="Accept uncertain values" />
      </div>
    </details>
  );
}

const OPTIONS = [
  "deadband",
  "tolerance",
  "rollover",
  "comparison.deadband",
  "comparison.tolerance",
  "comparison.ignore_case",
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
