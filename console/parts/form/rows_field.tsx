import { Plus, X } from "lucide";
import type { FormField } from "../../../domain/shared/form_field.ts";
import { Icon } from "../icon.tsx";
import { CheckField, SelectField, TextField } from "./fields.tsx";
import { useFormContext } from "./form.tsx";
import { newRow, rowsOf } from "./kind_values.ts";

type RowFields = (FormField & { input: "rows" })["fields"];

interface RowsFieldProps {
  path: string;
  label: string;
  hint?: string;
  fields: RowFields;
}

/** A list whose items have fields of their own. */
export function RowsField({ path, label, hint, fields }: RowsFieldProps) {
  const { form, idOf } = useFormContext();
  const rows = rowsOf(form.at(path)), issue = form.issueAt(path);
  return (
    <fieldset class="field-rows" id={idOf(path)} tabIndex={-1}>
      <legend>{label}</legend>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {issue !== undefined && <p class="issue">{issue}</p>}
      {rows.map((_, at) => (
        <div key={at} class="field-row" role="group" aria-label={`${label} ${at + 1}`}>
          <div class="field-pair">
            {Object.entries(fields).map(([name, field]) => (
              <RowField key={name} path={`${path}.${at}.${name}`} field={field} />
            ))}
          </div>
          <button
            type="button"
            aria-label={`Remove ${label.toLowerCase()} ${at + 1}`}
            onClick={() => form.set(path, rows.filter((_, index) => index !== at))}
          >
            <Icon node={X} />
          </button>
        </div>
      ))}
      <button type="button" onClick={() => form.set(path, [...rows, newRow(fields)])}>
        <Icon node={Plus} />
        Add
      </button>
    </fieldset>
  );
}

function RowField({ path, field }: { path: string; field: RowFields[string] }) {
  const { label, hint, isOptional, options = [] } = field;
  const props = { path, label: isOptional ? `${label} (optional)` : label, hint };
  if (field.input === "check") return <CheckField {...props} />;
  if (field.input === "select") return <SelectField {...props} options={options} />;
  return <TextField {...props} autocomplete="off" spellcheck={false} />;
}
