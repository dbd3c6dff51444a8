import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import { type ApiProblem, type Issue, problemOf } from "../../api/problem.ts";
import { valueAt, withValueAt } from "./paths.ts";

export interface FormHandle<T> {
  values: ReadonlySignal<T>;
  /** What the server, or the page, says is wrong. */
  issues: ReadonlySignal<readonly Issue[]>;
  /** What is seen to be wrong while somebody writes: it stands at its field, and nothing moves for it. */
  notes: ReadonlySignal<readonly Issue[]>;
  problem: ReadonlySignal<ApiProblem | undefined>;
  isBusy: ReadonlySignal<boolean>;
  isDirty: ReadonlySignal<boolean>;
  at(path: string): unknown;
  set(path: string, value: unknown): void;
  issueAt(path: string): string | undefined;
  submit(): Promise<void>;
  /** Replaces the notes. */
  note(notes: readonly Issue[]): void;
  /** Starts anew from these values: they are saved, or were read anew. */
  reset(values: T): void;
}

export interface FormOptions<T> {
  initial: T;
  /** Sends the values; throws an ApiProblem whose issues go to their fields. */
  send(values: T): Promise<void>;
  /** What can be told without asking the server. */
  check?(values: T): Issue[];
}

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
      const found = problemOf(error);
      problem.value = found;
      issues.value = found.issues;
    } finally {
      isBusy.value = false;
    }
  }

  return {
    ...{ values, issues, notes, problem, isBusy, isDirty, submit },
    at: (path) => valueAt(values.value, path),
    set(path, value) {
      values.value = withValueAt(values.value, path, value);
      issues.value = issues.value.filter((issue) => !liesIn(issue, path));
      notes.value = notes.value.filter((issue) => !liesIn(issue, path));
    },
    issueAt: (path) => [...issues.value, ...notes.value].find((issue) => issue.path === path)?.message,
    note(now) {
      if (notes.peek().length + now.length > 0) notes.value = now;
    },
    reset(now) {
      values.value = saved.value = now;
      issues.value = notes.value = [];
      problem.value = undefined;
    },
  };
}

function liesIn(issue: Issue, path: string): boolean {
  return issue.path === path || issue.path.startsWith(`${path}.`);
}
