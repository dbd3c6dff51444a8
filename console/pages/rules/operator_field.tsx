import { Field } from "../../parts/form/fields.tsx";
import { type OperatorLook, operatorLook } from "../../rules/operator_table.ts";

interface OperatorFieldProps {
  path: string;
  label: string;
  offered: readonly OperatorLook[];
  change(operator: string): void;
}

/** An operator, by groups. */
export function OperatorField({ path, label, offered, change }: OperatorFieldProps) {
  return (
    <Field path={path} label={label} nameOf={(name) => operatorLook(String(name)).label}>
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
                {looks.map((look) => <option key={look.name} value={look.name}>{look.label}</option>)}
              </optgroup>
            ))}
          </select>
        );
      }}
    </Field>
  );
}
