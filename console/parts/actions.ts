import { problemOf } from "../api/problem.ts";
import { useConsole } from "../shell/console.ts";
import type { ConfirmOptions } from "./confirm.ts";

type Act = () => Promise<{ message: string }>;

export interface Actions {
  /** Makes a call and shows its message or its problem; false if it failed. */
  run(act: Act): Promise<boolean>;
  /** Does the same to what cannot be undone, if the user confirms it; false if not. */
  confirmed(question: Omit<ConfirmOptions, "danger">, act: Act): Promise<boolean>;
}

export function useActions(): Actions {
  const { dialogs, toasts } = useConsole();

  async function run(act: Act): Promise<boolean> {
    try {
      toasts.done((await act()).message);
      return true;
    } catch (error) {
      toasts.problem(problemOf(error).message);
      return false;
    }
  }

  return {
    run,
    confirmed: async (question, act) =>
      await dialogs.confirm({ ...question, danger: true }) && await run(act),
  };
}
