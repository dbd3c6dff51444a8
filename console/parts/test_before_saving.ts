import { problemOf } from "../api/problem.ts";
import type { ConfirmDialogs } from "./confirm.ts";

interface TestedChange {
  test(): Promise<unknown>;
  /** Settings that work are stored, and stay in use unless the person saves anyway. */
  keeps: boolean;
}

/**
 * Whether new settings may be stored: they were tested and work, or the person saves them although they do not. Throws
 * an ApiProblem for settings that cannot be tested because a field is wrong.
 */
export async function works(dialogs: ConfirmDialogs, { test, keeps }: TestedChange): Promise<boolean> {
  try {
    await test();
    return true;
  } catch (error) {
    const problem = problemOf(error);
    if (problem.issues.length > 0 || !TEST_FAILURES.has(problem.code)) throw problem;
    const { reason } = problem.details;
    const more = typeof reason === "string" && !problem.message.includes(reason) ? ` ${reason}.` : "";
    return await dialogs.confirm({
      title: "The new settings do not work",
      text: `${problem.message}.${more}${
        keeps ? " Nothing is saved yet; the present settings stay in use." : ""
      }`,
      action: "Save anyway",
      decline: "Back to the settings",
      danger: true,
    });
  }
}

const TEST_FAILURES: ReadonlySet<string> = new Set([
  "INVALID_CREDENTIALS",
  "CONNECTION_FAILED",
  "AI_PROVIDER_ERROR",
]);
