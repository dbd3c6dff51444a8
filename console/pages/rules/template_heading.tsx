import { useId } from "preact/hooks";
import { CATEGORIES } from "../../../domain/template/defaults.ts";
import { CheckField, Field, TextField } from "../../parts/form/fields.tsx";
import { useConsole } from "../../shell/console.ts";
import { NEW_PACKAGE } from "../../rules/rule_on_stream.ts";
import { useEditor } from "./editor.ts";

interface HeadingProps {
  packages: readonly { id: number; name: string }[];
  isNew: boolean;
  /** The focus begins at the template's name. */
  isFirst?: boolean;
}

/** The name, package and category of a template. */
export function TemplateHeading({ packages, isNew, isFirst = isNew }: HeadingProps) {
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
        <TextField path="name" label="Name" autofocus={isFirst} />
        <PackageField packages={packages} isNew={isNew} />
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

const NEW = "new";

/** One of the packages, or a new one that is made with the template. */
function PackageField({ packages, isNew }: Pick<HeadingProps, "packages" | "isNew">) {
  const { form } = useEditor();
  const { session } = useConsole();
  const { package_id: id, new_package } = form.values.value;
  const isMade = id === null && new_package !== undefined;
  const mayMake = isNew && session.may("POST /api/packages");
  return (
    <>
      <Field path="package_id" label="Package">
        {({ set, attributes }) => (
          <select
            {...attributes}
            value={isMade ? NEW : id === null ? "" : String(id)}
            onChange={({ currentTarget: { value } }) => {
              form.set("new_package", value === NEW ? NEW_PACKAGE : undefined);
              set(Number(value) || null);
            }}
          >
            {id === null && !isMade && <option value="">Choose…</option>}
            {packages.map((one) => <option key={one.id} value={String(one.id)}>{one.name}</option>)}
            {(isMade || mayMake) && <option value={NEW}>New package…</option>}
          </select>
        )}
      </Field>
      {isMade && <TextField path="new_package" label="New package" hint="Made when the template is saved" />}
    </>
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
