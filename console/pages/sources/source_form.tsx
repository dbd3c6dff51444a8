import type { ComponentChildren } from "preact";
import { DEFAULT_SOURCE } from "../../../domain/source/types.ts";
import { TextField } from "../../parts/form/fields.tsx";
import { Fold } from "../../parts/form/fold.tsx";
import { Form } from "../../parts/form/form.tsx";
import { KindFields } from "../../parts/form/kind_fields.tsx";
import type { FormHandle } from "../../parts/form/use_form.ts";
import { ReadingFields } from "./reading_fields.tsx";
import { SecretFields } from "./secret_fields.tsx";
import {
  changesConnection,
  READING,
  type Source,
  type SourceKind,
  type SourceValues,
} from "./source_model.ts";

interface SourceFormProps {
  form: FormHandle<SourceValues>;
  kind: SourceKind;
  /** Undefined for a new source. */
  stored?: Source;
  more?: ComponentChildren;
  children?: ComponentChildren;
}

/** The settings of a source: those of its kind, and how it is read. */
export function SourceForm({ form, kind, stored, more, children }: SourceFormProps) {
  return (
    <Form form={form} action={saveAction(form, { kind, stored })} more={more}>
      {stored?.id !== DEFAULT_SOURCE && (
        <TextField
          path="name"
          label="Name"
          hint={`Stands before the names of its streams: ${form.values.value.name || "line2"}/Pump.Flow`}
          spellcheck={false}
          autocomplete="off"
        />
      )}
      <KindFields fields={kind.fields} />
      <SecretFields kind={kind} stored={stored} />
      {stored === undefined
        ? (
          <Fold title="Reading and evaluation" paths={READING}>
            <ReadingFields kind={kind} />
          </Fold>
        )
        : <ReadingFields kind={kind} />}
      {children}
    </Form>
  );
}

function saveAction(
  form: FormHandle<SourceValues>,
  { kind, stored }: Pick<SourceFormProps, "kind" | "stored">,
): string {
  if (!changesConnection(kind, stored, form.values.value)) return "Save";
  if (form.isBusy.value) return "Testing…";
  return stored === undefined ? "Test and create" : "Save and test";
}
