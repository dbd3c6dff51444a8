import type { FormField } from "../../../domain/shared/form_field.ts";
import { kindOf, takesAddresses } from "../../../domain/contact_point/kinds.ts";
import type { ContactPointConfig } from "../../../domain/contact_point/types.ts";
import { CheckField, NumberField, SelectField, TextAreaField, TextField } from "../../parts/form/fields.tsx";

type Named = [name: string, field: FormField];

/** The settings of a kind. With `isPreset`, most of the request is ready and folded away. */
export function ConfigFields({ config, isPreset }: { config: ContactPointConfig; isPreset: boolean }) {
  const { form, note } = kindOf(config.kind);
  const shown = Object.entries(form).filter(([, field]) => !field.isForAddresses || takesAddresses(config));
  const folds = Map.groupBy(
    shown,
    ([, { fold, isOfPreset }]) => isOfPreset && !isPreset ? undefined : fold,
  );
  return (
    <>
      {note !== undefined && <p class="muted">{note}</p>}
      {[...folds].map(([fold, fields]) =>
        fold === undefined ? <Fields key="" fields={fields} /> : (
          <details key={fold}>
            <summary>{fold}</summary>
            <Fields fields={fields} />
          </details>
        )
      )}
    </>
  );
}

/** Those of half the width first, in pairs. */
function Fields({ fields }: { fields: readonly Named[] }) {
  const halves = fields.filter(([, { isHalf }]) => isHalf);
  return (
    <>
      {halves.length > 0 && <div class="field-pair">{halves.map(configField)}</div>}
      {fields.filter((field) => !halves.includes(field)).map(configField)}
    </>
  );
}

function configField([name, field]: Named) {
  const { label, hint, isOptional } = field;
  const props = { path: `config.${name}`, label: isOptional ? `${label} (optional)` : label, hint };
  switch (field.input) {
    case "text":
      return <TextField key={name} {...props} autocomplete="off" spellcheck={false} />;
    case "number":
      return <NumberField key={name} {...props} min={field.min} max={field.max} />;
    case "select":
      return <SelectField key={name} {...props} options={field.options} />;
    case "check":
      return <CheckField key={name} {...props} />;
    case "area":
    case "lines":
      return <TextAreaField key={name} {...props} rows={field.rows} />;
    case "rows":
      throw new TypeError("No contact point has such a field");
  }
}
