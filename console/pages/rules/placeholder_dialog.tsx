import { PLACEHOLDER_NAME } from "../../../domain/rule/references.ts";
import type { Placeholder } from "../../../domain/rule/types.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Field, NumberField, SelectField, TextField } from "../../parts/form/fields.tsx";
import { Form } from "../../parts/form/form.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import { DATA_TYPE_OPTIONS } from "../../rules/field_labels.ts";
import { newPlaceholder } from "../../rules/presets.ts";
import { freeName, placeholderName } from "../../rules/references.ts";
import { type PlaceholderRequest, useEditor } from "./editor.ts";

/** Declares a new placeholder and inserts it where it was requested. */
export function PlaceholderDialog(
  { request, onClose }: { request: PlaceholderRequest; onClose(): void },
) {
  const { form: template } = useEditor();
  const taken = template.values.value.placeholders.map(({ placeholder_name }) => placeholder_name);
  const { constant } = request;
  const form = useForm<Placeholder>({
    initial: {
      ...newPlaceholder(constant?.name ?? freeName("VALUE", taken), request.type),
      default_value: constant?.number ?? null,
    },
    check({ placeholder_name: name }) {
      const path = "placeholder_name";
      if (taken.includes(name)) return [{ path, message: `A placeholder ${name} already exists` }];
      if (PLACEHOLDER_NAME.test(name)) return [];
      return [{ path, message: "Use 1 to 64 characters A-Z, 0-9 and _, starting with a letter" }];
    },
    send(placeholder) {
      template.set("placeholders", [...template.values.value.placeholders, placeholder]);
      request.use(placeholder.placeholder_name);
      onClose();
      return Promise.resolve();
    },
  });
  return (
    <Dialog title="New placeholder" onClose={onClose}>
      <p class="muted">
        {constant === undefined
          ? "Each instance binds it to a stream or a value."
          : "Each instance gives its own number. One that gives none takes the default value."}
      </p>
      <Form form={form} action="Add" more={<button type="button" onClick={onClose}>Cancel</button>}>
        <Field
          path="placeholder_name"
          label="Name"
          hint={`For example ${constant === undefined ? "INLET_PRESSURE" : "START_DELAY"}`}
        >
          {({ value, set, attributes }) => (
            <input
              {...attributes}
              autofocus
              onFocus={(event) => event.currentTarget.select()}
              class="rules-name"
              spellcheck={false}
              autocomplete="off"
              value={String(value)}
              onInput={({ currentTarget }) => {
                currentTarget.value = placeholderName(currentTarget.value);
                set(currentTarget.value);
              }}
            />
          )}
        </Field>
        {constant === undefined
          ? <SelectField path="data_type" label="Type" options={DATA_TYPE_OPTIONS} />
          : (
            <NumberField
              path="default_value"
              label="Default value"
              hint="Empty: every instance must give a number"
              step="any"
            />
          )}
        <TextField path="description" label="Description" />
      </Form>
    </Dialog>
  );
}
