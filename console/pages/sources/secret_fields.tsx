import { TextAreaField, TextField } from "../../parts/form/fields.tsx";
import type { Source, SourceKind } from "./source_model.ts";

/** The secrets that people enter; those that Andon makes have a panel of their own. */
export function SecretFields({ kind, stored }: { kind: SourceKind; stored?: Source }) {
  const entered = Object.entries(kind.secrets).filter(([, { isMade }]) => !isMade);
  if (entered.length === 0) return null;
  return (
    <div class="field-pair">
      {entered.map(([name, { label, hint, isOptional, rows }]) => {
        const kept = stored?.stored_secrets.includes(name)
          ? "A secret is stored; leave empty to keep it"
          : "Stored encrypted, never shown again";
        const props = {
          path: `secrets.${name}`,
          label: isOptional ? `${label} (optional)` : label,
          hint: hint === undefined ? kept : `${hint}. ${kept}`,
        };
        return rows === undefined
          ? <TextField key={name} {...props} type="password" autocomplete="new-password" />
          : <TextAreaField key={name} {...props} rows={rows} />;
      })}
    </div>
  );
}
