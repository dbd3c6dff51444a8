import type { DataType } from "../../../domain/sample/types.ts";
import { CheckField, NumberField } from "../../parts/form/fields.tsx";
import { countableOperators } from "../../rules/counted_comparison.ts";
import type { DraftComparison, DraftTrigger } from "../../rules/draft.ts";
import { operatorLook } from "../../rules/operator_table.ts";
import { isSet } from "../../rules/rule_sentence.ts";
import { countedWithOperator } from "../../rules/template_body.ts";
import { ConstantField } from "./constant_field.tsx";
import { useEditor } from "./editor.ts";
import { OperandFields } from "./operand_fields.tsx";
import { OperatorField } from "./operator_field.tsx";

interface CountedFieldsProps {
  path: string;
  counted: DraftTrigger;
  /** The type of the compared stream. */
  type: DataType | undefined;
}

/** The comparison whose starts are counted. */
export function CountedFields({ path, counted, type }: CountedFieldsProps) {
  const { form } = useEditor();
  return (
    <div class="rules-counted" role="group" aria-label="What is counted">
      <OperatorField
        path={`${path}.operator`}
        label="Counts each time the stream"
        offered={countableOperators(type)}
        change={(operator) => form.set(path, countedWithOperator(counted, operator))}
      />
      <div class="rules-values">
        <OperandFields path={path} look={operatorLook(counted.operator)} type={type} isConstant />
      </div>
    </div>
  );
}

/** Whether one of the rarely used options of what is counted is set. */
export function hasCountedOption({ comparison }: DraftComparison): boolean {
  const { deadband, tolerance, ignore_case } = comparison ?? {};
  return isSet(deadband) || isSet(tolerance) || ignore_case === true;
}

export function CountedOptions({ path, counted, type }: CountedFieldsProps) {
  const look = operatorLook(counted.operator);
  return (
    <>
      {look.deadband !== undefined && (
        <ConstantField
          path={`${path}.deadband`}
          name="deadband"
          label="Deadband of each start"
          hint="Distance back across the limit before a next start counts"
        />
      )}
      {look.tolerance !== undefined && (type ?? "NUM") === "NUM" && (
        <NumberField path={`${path}.tolerance`} label="Tolerance of each start" min={0} step="any" />
      )}
      {look.ignoreCase === true && (type ?? "STR") === "STR" && (
        <CheckField path={`${path}.ignore_case`} label="Ignore case in each start" />
      )}
    </>
  );
}
