import type { DataType } from "../../../domain/sample/types.ts";
import { operandTypesBeside, type OperatorLook } from "../../rules/operator_table.ts";
import { ListField } from "./list_field.tsx";
import { OperandField } from "./operand_field.tsx";

interface OperandFieldsProps {
  /** The path of the comparison. */
  path: string;
  look: OperatorLook;
  /** The type of the compared stream. */
  type: DataType | undefined;
  /** Takes no other stream, only values and placeholders. */
  isConstant?: boolean;
}

/** The values that an operator compares with. */
export function OperandFields({ path, look, type, isConstant = false }: OperandFieldsProps) {
  const { value } = look;
  const types = operandTypesBeside(look, type);
  const common = { types, takesStream: !isConstant && (!types.includes("STR") || types.length > 1) };
  switch (value?.kind) {
    case undefined:
      return null;
    case "one":
      return <OperandField path={`${path}.value`} label={value.label} unit={value.unit} {...common} />;
    case "range":
      return (
        <>
          <OperandField path={`${path}.value.0`} label="Low limit" {...common} />
          <OperandField path={`${path}.value.1`} label="High limit" {...common} />
        </>
      );
    case "list": {
      const isNumeric = types.every((one) => one === "NUM");
      return <ListField path={`${path}.value`} label={value.label} isNumeric={isNumeric} />;
    }
  }
}
