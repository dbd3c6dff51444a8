import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useId, useRef } from "preact/hooks";
import type { FormHandle } from "./use_form.ts";

// deno-lint-ignore no-explicit-any -- a field knows its path, not its form's values
type AnyForm = FormHandle<any>;

interface FormPlace {
  form: AnyForm;
  idOf(path: string): string;
}

const FormContext = createContext<FormPlace | undefined>(undefined);

export function useFormPlace(): FormPlace {
  const place = useContext(FormContext);
  if (place === undefined) throw new TypeError("A field stands outside of a form");
  return place;
}

interface FormProps {
  form: AnyForm;
  /** What the button says: "Save", "Sign in". */
  action: string;
  children: ComponentChildren;
  /** Besides the button: "Cancel". */
  more?: ComponentChildren;
}

/** A form whose fields say what is wrong with them; what fits no field, and all of it at once, stands above. */
export function Form({ form, action, children, more }: FormProps) {
  const prefix = useId();
  const element = useRef<HTMLFormElement>(null);
  const idOf = (path: string) => `${prefix}-${path}`;
  const issues = form.issues.value;
  const problem = form.problem.value;
  useEffect(() => {
    if (issues.length > 0 || problem !== undefined) focusFirst(element.current);
  }, [issues.length > 0, problem]);
  return (
    <FormContext.Provider value={{ form, idOf }}>
      <form
        ref={element}
        noValidate
        aria-busy={form.isBusy.value}
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        <Summary form={form} idOf={idOf} />
        {children}
        <div class="buttons">
          {more}
          <button type="submit" class="primary" disabled={form.isBusy.value}>{action}</button>
        </div>
      </form>
    </FormContext.Provider>
  );
}

/** One wrong field is told at the field; more of them, and whatever has none, are listed with links. */
function Summary({ form, idOf }: FormPlace) {
  const problem = form.problem.value;
  const issues = form.issues.value;
  if (problem === undefined && issues.length < 2) return null;
  return (
    <div class="summary" role="alert" tabIndex={-1}>
      <p>{problem?.message ?? "Some fields need another look"}</p>
      {issues.length > 1 && (
        <ul>
          {issues.map(({ path, message }) => (
            <li key={path}>
              <a
                href={`#${idOf(path)}`}
                onClick={(event) => {
                  event.preventDefault();
                  event.stopPropagation();
                  document.getElementById(idOf(path))?.focus();
                }}
              >
                {`${labelOf(idOf(path)) ?? path}: ${message}`.replace(/^: /, "")}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What a field is called on the page. */
function labelOf(id: string): string | undefined {
  return document.querySelector(`label[for="${CSS.escape(id)}"]`)?.textContent ?? undefined;
}

function focusFirst(form: HTMLFormElement | null): void {
  const wrong = form?.querySelectorAll<HTMLElement>("[aria-invalid=true]");
  const place = wrong?.length === 1 ? wrong[0] : form?.querySelector<HTMLElement>(".summary") ?? wrong?.[0];
  place?.focus();
}
