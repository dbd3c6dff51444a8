import type { DataType } from "../../domain/sample/types.ts";
import type { DraftTrigger } from "./draft.ts";
import { type OperatorLook, operatorsFor } from "./operator_table.ts";

/** Where nobody has chosen: a signal that becomes true, a number that passes a limit, a state that begins. */
const FIRST: Readonly<Record<DataType, string>> = { BOOL: "is_true", NUM: "greater_than", STR: "equals" };

/** The comparisons that can be counted on a stream of this type: those of held values with constants. */
export function countableOperators(type: DataType | undefined): OperatorLook[] {
  return operatorsFor(type).filter(({ over, of }) => over === "values" && of !== true);
}

/** What is counted on a stream of this type: as before, where that is possible. */
export function countedOn(type: DataType | undefined, before: DraftTrigger | undefined): DraftTrigger {
  const isPossible = countableOperators(type).some(({ name }) => name === before?.operator);
  return before !== undefined && isPossible ? before : { operator: FIRST[type ?? "BOOL"] };
}
