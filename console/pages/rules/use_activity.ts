import { type Signal, useSignal } from "@preact/signals";
import { problemOf } from "../../api/problem.ts";

export interface Activity {
  /** What is being done; null: nothing. */
  activity: Signal<string | null>;
  /** Why the last of it failed; null: it did not. */
  problem: Signal<string | null>;
  /** Does something; `name` is shown meanwhile, unless `act` says itself what it does. */
  run(name: string | null, act: () => Promise<void>): Promise<void>;
}

/** What is done on a page step by step, and the problem that ended it. */
export function useActivity(): Activity {
  const activity = useSignal<string | null>(null);
  const problem = useSignal<string | null>(null);
  return {
    activity,
    problem,
    async run(name, act) {
      activity.value = name;
      problem.value = null;
      try {
        await act();
      } catch (error) {
        problem.value = problemOf(error).message;
      }
      activity.value = null;
    },
  };
}
