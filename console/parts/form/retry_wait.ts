import { type ReadonlySignal, useSignal, useSignalEffect } from "@preact/signals";
import { ApiProblem } from "../../api/problem.ts";

const TICK_MS = 250;

/** The seconds until a call that was refused with RATE_LIMITED may be repeated; 0: it may. */
export function useRetryWait(problem: ReadonlySignal<ApiProblem | undefined>): ReadonlySignal<number> {
  const left = useSignal(0);
  useSignalEffect(() => {
    const seconds = retrySeconds(problem.value);
    left.value = seconds;
    if (seconds === 0) return;
    const untilMs = Date.now() + seconds * 1000;
    const timer = setInterval(() => {
      left.value = Math.max(0, Math.ceil((untilMs - Date.now()) / 1000));
      if (left.peek() === 0) clearInterval(timer);
    }, TICK_MS);
    return () => clearInterval(timer);
  });
  return left;
}

export function retrySeconds(problem: ApiProblem | undefined): number {
  const seconds = problem?.code === "RATE_LIMITED" ? problem.details.retry_after_seconds : 0;
  return typeof seconds === "number" && seconds > 0 ? Math.ceil(seconds) : 0;
}

/** The problem with a message that does not name the seconds, which the form counts down. */
export function calmed(problem: ApiProblem): ApiProblem {
  if (retrySeconds(problem) === 0) return problem;
  const { message, code, status, details } = problem;
  return new ApiProblem(message.replace(/; try again in \d+ s$/, ""), {
    code,
    status,
    details: { ...details },
  });
}
