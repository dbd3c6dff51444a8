import { useSignal } from "@preact/signals";
import { Field } from "../../parts/form/fields.tsx";
import type { DraftOperand } from "../../rules/draft.ts";
import { useEditor } from "./editor.ts";

interface ListFieldProps {
  path: string;
  label: string;
  isNumeric: boolean;
}

/** Values, one per line; the typed text is kept as long as it means the same values. */
export function ListField({ path, label, isNumeric }: ListFieldProps) {
  const { form } = useEditor();
  const typed = useSignal<string | undefined>(undefined);
  const inner = form.issues.value.filter((issue) => issue.path.startsWith(`${path}.`));
  return (
    <Field
      path={path}
      label={label}
      hint={inner.map((issue) => lineIssue(issue.path, issue.message)).join("; ")}
    >
      {({ value, set, attributes }) => {
        const values = Array.isArray(value) ? value : [];
        const isCurrent = typed.value !== undefined && sameValues(valuesIn(typed.value, isNumeric), values);
        return (
          <textarea
            {...attributes}
            {...inner.length > 0 && { "aria-invalid": "true" as const }}
            rows={Math.min(8, Math.max(2, values.length + 1))}
            value={isCurrent ? typed.value : values.join("\n")}
            onInput={({ currentTarget }) => {
              typed.value = currentTarget.value;
              set(valuesIn(currentTarget.value, isNumeric));
            }}
          />
        );
      }}
    </Field>
  );
}

function lineIssue(path: string, message: string): string {
  return `Line ${Number(path.slice(path.lastIndexOf(".") + 1)) + 1}: ${message}`;
}

/** Converts lines to numbers if numbers are compared; other text is kept and refused by the server. */
export function valuesIn(text: string, isNumeric: boolean): DraftOperand[] {
  return text.split("\n").map((line) => line.trim()).filter((line) => line !== "")
    .map((line) => isNumeric && Number.isFinite(Number(line)) ? Number(line) : line);
}

function sameValues(some: readonly DraftOperand[], others: readonly unknown[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others);
}
