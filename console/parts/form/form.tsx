import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useId, useRef } from "preact/hooks";
import type { FormHandle } from "./use_form.ts";

// deno-lint-ignore no-explicit-any -- a field knows its path, not its form's values
type AnyForm = FormHandle<any>;

interface FormPlace {
  form: AnyForm;
  idOf(path: string): string;
  /** Brings the focus to the field of a path, or to the nearest part around it that is drawn. */
  goTo(path: string): void;
}

/** Where fields may be folded away. */
export interface FormFolds {
  /** Draws the field of a path. */
  reveal(path: string): void;
  /** What a path is called while it is not drawn, and where it stands. */
  nameOf(path: string): string;
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
  folds?: FormFolds;
  /** The path of what is typed anew where a problem names no field; else the problem itself has the focus. */
  again?: string;
  class?: string;
}

/** A form whose fields say what is wrong with them; what fits no field, and all of it at once, stands above. */
export function Form({ form, action, children, more, folds, again, class: named }: FormProps) {
  const prefix = useId();
  const element = useRef<HTMLFormElement>(null);
  const idOf = (path: string) => `${prefix}-${path}`;
  const goTo = (path: string) => {
    folds?.reveal(path);
    setTimeout(() => nearestDrawn(path, idOf)?.focus());
  };
  const issues = form.issues.value;
  const problem = form.problem.value;
  useEffect(() => {
    if (issues.length > 0 || problem !== undefined) focusFirst(element.current, again && idOf(again));
  }, [issues.length > 0, problem]);
  return (
    <FormContext.Provider value={{ form, idOf, goTo }}>
      <form
        ref={element}
        class={named}
        noValidate
        aria-busy={form.isBusy.value}
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        <Summary form={form} idOf={idOf} goTo={goTo} folds={folds} />
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
function Summary({ form, idOf, goTo, folds }: FormPlace & { folds?: FormFolds }) {
  const problem = form.problem.value;
  const issues = form.issues.value;
  const fewest = folds === undefined ? 2 : 1;
  if (problem === undefined && issues.length < fewest) return null;
  const isTold = problem !== undefined && (folds === undefined || issues.length === 0);
  return (
    <div class="summary" role="alert" tabIndex={-1}>
      <p>{isTold ? problem.message : issuesInWords(issues.length)}</p>
      {issues.length >= fewest && (
        <ul>
          {issues.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <a
                href={`#${idOf(path)}`}
                onClick={(event) => {
                  event.preventDefault();
                  event.stopPropagation();
                  goTo(path);
                }}
              >
                {`${folds?.nameOf(path) ?? labelOf(idOf(path)) ?? path}: ${message}`.replace(/^: /, "")}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function issuesInWords(count: number): string {
  return count === 1 ? "One field needs another look" : `${count} fields need another look`;
}

/** The field of a path, else of what it lies in: an issue may be of a whole list. */
function nearestDrawn(path: string, idOf: (path: string) => string): HTMLElement | null {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    const found = document.getElementById(idOf(at));
    if (found !== null) return found;
  }
  return null;
}

/** What a field is called on the page. */
function labelOf(id: string): string | undefined {
  return document.querySelector(`label[for="${CSS.escape(id)}"]`)?.textContent ?? undefined;
}

/** `again`: the id of the field to type into anew where no other is wrong. */
function focusFirst(form: HTMLFormElement | null, again: string | undefined): void {
  const wrong = form?.querySelectorAll<HTMLElement>("[aria-invalid=true]");
  const retyped = again === undefined || wrong?.length ? null : document.getElementById(again);
  if (retyped instanceof HTMLInputElement) {
    retyped.focus();
    return retyped.select();
  }
  const place = wrong?.length === 1 ? wrong[0] : form?.querySelector<HTMLElement>(".summary") ?? wrong?.[0];
  place?.focus();
}
