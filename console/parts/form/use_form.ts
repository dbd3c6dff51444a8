import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { type ApiProblem, type Issue, problemOf } from "../../api/problem.ts";
import { valueAt, valueBeside, withValueAt } from "./paths.ts";
import { calmed } from "./retry_wait.ts";

export interface FormHandle<T> {
  values: ReadonlySignal<T>;
  /** Issues found by the server or by `check`. */
  issues: ReadonlySignal<readonly Issue[]>;
  /** Inline issues found while typing; they cause no layout shift. */
  notes: ReadonlySignal<readonly Issue[]>;
  problem: ReadonlySignal<ApiProblem | undefined>;
  isBusy: ReadonlySignal<boolean>;
  isDirty: ReadonlySignal<boolean>;
  at(path: string): unknown;
  set(path: string, value: unknown): void;
  issueAt(path: string): string | undefined;
  /** The saved value at a path, if the present one differs from it; members of lists are found by their key. */
  savedAt(path: string): { value: unknown } | undefined;
  submit(): Promise<void>;
  /** Replaces the notes. */
  note(notes: readonly Issue[]): void;
  /** Resets the form to these values, after saving or a refresh. */
  reset(values: T): void;
}

export interface FormOptions<T> {
  initial: T;
  /** Sends the values; throws an ApiProblem whose issues are shown at their fields, or `ShownElsewhere`. */
  send(values: T): Promise<void>;
  /** Issues that can be found without the server. */
  check?(values: T): Issue[];
}

/** Thrown by `send`: nothing is saved, and a dialog says why, so that the form shows no problem behind it. */
export class ShownElsewhere extends Error {}

export function useForm<T>({ initial, send, check }: FormOptions<T>): FormHandle<T> {
  const values = useSignal(initial);
  const saved = useSignal(initial);
  const issues = useSignal<readonly Issue[]>([]);
  const notes = useSignal<readonly Issue[]>([]);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const isBusy = useSignal(false);
  const isDirty = useComputed(() => JSON.stringify(values.value) !== JSON.stringify(saved.value));

  async function submit(): Promise<void> {
    if (isBusy.value) return;
    problem.value = undefined;
    issues.value = check?.(values.value) ?? [];
    if (issues.value.length > 0) return;
    isBusy.value = true;
    try {
      const [sent, before] = [values.value, saved.value];
      await send(sent);
      if (saved.value === before) saved.value = sent;
    } catch (error) {
      if (error instanceof ShownElsewhere) return;
      const found = calmed(problemOf(error));
      problem.value = found;
      issues.value = found.issues;
    } finally {
      isBusy.value = false;
    }
  }

  return {
    values,
    issues,
    notes,
    problem,
    isBusy,
    isDirty,
    submit,
    at: (path) => valueAt(values.value, path),
    set(path, value) {
      values.value = withValueAt(values.value, path, value);
      issues.value = issues.value.filter((issue) => !isWithin(issue, path));
      notes.value = notes.value.filter((issue) => !isWithin(issue, path));
    },
    savedAt(path) {
      const found = valueBeside(saved.value, values.value, path);
      const isSame = JSON.stringify(found?.value) === JSON.stringify(valueAt(values.value, path));
      return isSame ? undefined : found;
    },
    issueAt: (path) => [...issues.value, ...notes.value].find((issue) => issue.path === path)?.message,
    note(found) {
      if (notes.peek().length + found.length > 0) notes.value = found;
    },
    reset(next) {
      values.value = saved.value = next;
      issues.value = notes.value = [];
      problem.value = undefined;
    },
  };
}

function isWithin(issue: Issue, path: string): boolean {
  return issue.path === path || issue.path.startsWith(`${path}.`);
}
