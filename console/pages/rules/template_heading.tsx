import { useId } from "preact/hooks";
import { CATEGORIES } from "../../../domain/template/defaults.ts";
import { CheckField, Field, TextField } from "../../parts/form/fields.tsx";
import { useEditor } from "./editor.ts";

interface HeadingProps {
  packages: readonly { id: number; name: string }[];
  isNew: boolean;
}

/** The name, package and category of a template. */
export function TemplateHeading({ packages, isNew }: HeadingProps) {
  return (
    <section class="panel" aria-labelledby="rules-template">
      <div class="panel-head">
        <h2 id="rules-template">Template</h2>
      </div>
      {isNew && (
        <p class="muted">
          A template defines rules with placeholders. An instance binds the placeholders to the streams of one
          piece of equipment; deployed, it raises events.
        </p>
      )}
      <div class="rules-heading">
        <TextField path="name" label="Name" autofocus={isNew} />
        <PackageField packages={packages} />
        <CategoryField />
        <Field path="color" label="Colour">
          {({ value, set, attributes }) => (
            <input
              {...attributes}
              type="color"
              value={String(value)}
              onInput={({ currentTarget }) => set(currentTarget.value)}
            />
          )}
        </Field>
      </div>
      <TextField path="description" label="Description" />
      {!isNew && (
        <div class="rules-checks">
          <CheckField path="is_active" label="Active: instances can be deployed" />
          <CheckField path="allow_instances" label="Allows new instances" />
        </div>
      )}
    </section>
  );
}

function PackageField({ packages }: Pick<HeadingProps, "packages">) {
  const { form } = useEditor();
  const id = form.values.value.package_id;
  return (
    <Field
      path="package_id"
      label="Package"
      hint={packages.length === 0 ? "No packages yet: create one on the Rules page" : undefined}
    >
      {({ set, attributes }) => (
        <select
          {...attributes}
          value={id === null ? "" : String(id)}
          onChange={({ currentTarget }) => set(Number(currentTarget.value) || null)}
        >
          {id === null && <option value="">Choose…</option>}
          {packages.map((one) => <option key={one.id} value={String(one.id)}>{one.name}</option>)}
        </select>
      )}
    </Field>
  );
}

/** One of the suggested categories, or any other word. */
function CategoryField() {
  const list = useId();
  return (
    <Field path="category" label="Category">
      {({ value, set, attributes }) => (
        <>
          <input
            {...attributes}
            list={list}
            autocomplete="off"
            value={String(value)}
            onInput={({ currentTarget }) => set(currentTarget.value.toLowerCase())}
          />
          <datalist id={list}>{CATEGORIES.map((one) => <option key={one} value={one} />)}</datalist>
        </>
      )}
    </Field>
  );
}
