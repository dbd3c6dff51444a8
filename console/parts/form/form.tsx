import { type ComponentChildren, createContext } from "preact";
import { useContext, useId, useLayoutEffect, useRef } from "preact/hooks";
import type { ApiProblem } from "../../api/problem.ts";
import type { FormHandle } from "./use_form.ts";
import { countText } from "../numbers.ts";
import { useRetryWait } from "./retry_wait.ts";

// deno-lint-ignore no-explicit-any -- a field knows its path, not the type of the form's values
type AnyForm = FormHandle<any>;

interface FormContextValue {
  form: AnyForm;
  /** Fields show where they differ from what is saved. */
  marksChanges: boolean;
  idOf(path: string): string;
  /** Focuses the field of a path, or the nearest rendered part around it. */
  goTo(path: string): void;
}

/** For forms with collapsible parts. */
export interface FormFolds {
  /** Expands the part that contains a path. */
  reveal(path: string): void;
  /** The name of a path while its field is not rendered. */
  nameOf(path: string): string;
}

const FormContext = createContext<FormContextValue | undefined>(undefined);

export function useFormContext(): FormContextValue {
  const value = useContext(FormContext);
  if (value === undefined) throw new TypeError("A field must be inside a form");
  return value;
}

interface FormProps {
  form: AnyForm;
  /** The label of the submit button: "Save", "Sign in". */
  action: string;
  children: ComponentChildren;
  /** Further buttons: "Cancel". */
  more?: ComponentChildren;
  folds?: FormFolds;
  /** Marks the fields that differ from what is saved. */
  marksChanges?: boolean;
  /** Submitting is not what is proposed first. */
  isSecondary?: boolean;
  /** The path of the field to focus after a problem without a field; without it the problem has the focus. */
  retryField?: string;
  class?: string;
}

/**
 * A form that shows issues at its fields, and a summary of issues and other problems above them. After the refusal of a
 * rate limit it keeps what was typed, counts the seconds down and is sent no earlier.
 */
export function Form(
  {
    form,
    action,
    children,
    more,
    folds,
    marksChanges = false,
    isSecondary = false,
    retryField,
    class: named,
  }: FormProps,
) {
  const prefix = useId();
  const element = useRef<HTMLFormElement>(null);
  const idOf = (path: string) => `${prefix}-${path}`;
  const goTo = (path: string) => {
    folds?.reveal(path);
    setTimeout(() => nearestRendered(path, idOf)?.focus());
  };
  const issues = form.issues.value;
  const problem = form.problem.value;
  const wait = useRetryWait(form.problem).value;
  // With the problem, before a person can go on: later it would take the focus from where they type by then.
  useLayoutEffect(() => {
    if (issues.length > 0 || problem !== undefined) {
      focusFirst(element.current, retryField && idOf(retryField));
    }
  }, [issues.length > 0, problem]);
  return (
    <FormContext.Provider value={{ form, marksChanges, idOf, goTo }}>
      <form
        ref={element}
        class={named}
        noValidate
        aria-busy={form.isBusy.value}
        onKeyDown={(event) => {
          if (!sendsForm(event) || form.isBusy.value || wait > 0) return;
          event.preventDefault();
          form.submit();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        <Summary form={form} idOf={idOf} goTo={goTo} folds={folds} />
        {children}
        {wait > 0 && <p class="muted" role="timer">You can try again in {countText(wait, "second")}.</p>}
        <div class="buttons">
          {more}
          <button
            type="submit"
            class={isSecondary ? undefined : "primary"}
            disabled={form.isBusy.value || wait > 0}
          >
            {action}
          </button>
        </div>
      </form>
    </FormContext.Provider>
  );
}

/** Ctrl-Enter or ⌘-Enter in any field: in a text area Enter alone begins a line, in others it may choose something. */
function sendsForm({ key, ctrlKey, metaKey, isComposing, defaultPrevented, target }: KeyboardEvent): boolean {
  return key === "Enter" && (ctrlKey || metaKey) && !isComposing && !defaultPrevented &&
    !(target instanceof HTMLButtonElement);
}

/** Lists issues with links if there are several, or if fields can be collapsed. */
function Summary(
  { form, idOf, goTo, folds }: Omit<FormContextValue, "marksChanges"> & { folds?: FormFolds },
) {
  const problem = form.problem.value;
  const issues = form.issues.value;
  const fewest = folds === undefined ? 2 : 1;
  if (problem === undefined && issues.length < fewest) return null;
  const showsProblem = problem !== undefined && issues.length < fewest;
  return (
    <div class="summary" role="alert" tabIndex={-1}>
      <p>{showsProblem ? problemText(problem, idOf) : issuesText(issues.length)}</p>
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
                {[folds?.nameOf(path) ?? labelOf(idOf(path)), message].filter(Boolean).join(": ")}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The problem; of a single issue, with the label of its field in place of the server's name for it. */
function problemText({ message, issues }: ApiProblem, idOf: (path: string) => string): string {
  const label = issues.length === 1 ? labelOf(idOf(issues[0]!.path)) : undefined;
  return label === undefined ? message : `${label}: ${issues[0]!.message}`;
}

function issuesText(count: number): string {
  return `Correct ${countText(count, "field")}`;
}

/** The field of a path, or of the nearest path around it: an issue can concern a whole list. */
function nearestRendered(path: string, idOf: (path: string) => string): HTMLElement | null {
  for (let at = path; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
    const found = document.getElementById(idOf(at));
    if (found !== null) return found;
  }
  return null;
}

/** The label of a field on the page. */
function labelOf(id: string): string | undefined {
  return document.querySelector(`label[for="${CSS.escape(id)}"]`)?.textContent ?? undefined;
}

/** Focuses the only invalid field, the field with the id `retryId` if none is invalid, or the summary. */
function focusFirst(form: HTMLFormElement | null, retryId: string | undefined): void {
  const invalid = form?.querySelectorAll<HTMLElement>("[aria-invalid=true]");
  const retried = retryId === undefined || invalid?.length ? null : document.getElementById(retryId);
  if (retried instanceof HTMLInputElement) {
    retried.focus();
    return retried.select();
  }
  const target = invalid?.length === 1
    ? invalid[0]
    : form?.querySelector<HTMLElement>(".summary") ?? invalid?.[0];
  target?.focus();
}
