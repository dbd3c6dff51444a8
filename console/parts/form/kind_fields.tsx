import type { FormField } from "../../../domain/shared/form_field.ts";
import { CheckField, NumberField, SelectField, TextAreaField, TextField } from "./fields.tsx";
import { Fold } from "./fold.tsx";
import type { KindFields as FieldsOfKind } from "./kind_values.ts";
import { RowsField } from "./rows_field.tsx";

type Named = [name: string, field: FormField];

interface KindFieldsProps {
  fields: FieldsOfKind;
  /** With a preset, what it has filled in is folded away. */
  isPreset?: boolean;
}

/** The fields of a kind's settings, which are at `config` in the form. */
export function KindFields({ fields, isPreset = true }: KindFieldsProps) {
  const folds = Map.groupBy(
    Object.entries(fields),
    ([, { fold, isOfPreset }]) => isOfPreset && !isPreset ? undefined : fold,
  );
  return (
    <>
      {[...folds].map(([fold, named]) =>
        fold === undefined
          ? <Fields key="" fields={named} />
          : (
            <Fold key={fold} title={fold} paths={named.map(([name]) => `config.${name}`)}>
              <Fields fields={named} />
            </Fold>
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
      {halves.length > 0 && <div class="field-pair">{halves.map(kindField)}</div>}
      {fields.filter((field) => !halves.includes(field)).map(kindField)}
    </>
  );
}

function kindField([name, field]: Named) {
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
    case "picks":
      return <TextAreaField key={name} {...props} rows={field.rows} />;
    case "rows":
      return <RowsField key={name} {...props} fields={field.fields} />;
  }
}
