import { Braces } from "lucide";
import { useRef } from "preact/hooks";
import { Field } from "../../parts/form/fields.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Menu } from "../../parts/menu.tsx";
import { useEditor } from "./editor.ts";

interface ReferringFieldProps {
  path: string;
  label: string;
  hint?: string;
  /** More than one line. */
  tall?: boolean;
}

/** A text field with a menu that inserts placeholders at the caret. */
export function ReferringField({ path, label, hint, tall = false }: ReferringFieldProps) {
  const { form } = useEditor();
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const placeholders = form.values.value.placeholders;

  function insert(name: string, set: (text: string) => void): void {
    const element = control.current;
    if (element === null) return;
    const { value, selectionStart, selectionEnd } = element;
    const start = selectionStart ?? value.length;
    const reference = `<${name}>`;
    set(value.slice(0, start) + reference + value.slice(selectionEnd ?? start));
    const caret = start + reference.length;
    setTimeout(() => {
      element.focus();
      element.setSelectionRange(caret, caret);
    });
  }

  return (
    <Field path={path} label={label} hint={hint}>
      {({ value, set, attributes }) => {
        const common = {
          ...attributes,
          ref: control,
          value: String(value ?? ""),
          onInput: ({ currentTarget }: { currentTarget: { value: string } }) => set(currentTarget.value),
        };
        return (
          <span class="rules-referring">
            {tall ? <textarea {...common} rows={2} /> : <input {...common} />}
            {placeholders.length > 0 && (
              <Menu
                label={`Insert placeholder into ${label}`}
                class="bare"
                items={placeholders.map(({ placeholder_name: name }) => ({
                  label: `<${name}>`,
                  run: () => insert(name, set),
                }))}
              >
                <Icon node={Braces} />
              </Menu>
            )}
          </span>
        );
      }}
    </Field>
  );
}
