import { Refusal } from "../../domain/shared/refusal.ts";

export const TRY_AGAIN = "try again in a moment";

/** The answer of everything that the store cannot do now. */
export function unavailable(why: string, todo = TRY_AGAIN): Refusal {
  return new Refusal("UNAVAILABLE", `The storage ${why}; ${todo}`);
}

/** The promise's own outcome, or `late()` thrown once `ms` have passed. */
export function withDeadline<T>(promise: Promise<T>, ms: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), Math.max(0, ms));
    promise.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** Some milliseconds between half of `ms` and all of it. */
export function jittered(ms: number, random: () => number): number {
  return ms * (0.5 + random() / 2);
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
