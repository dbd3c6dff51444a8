import { BoundedProblems, type Issue, Refusal } from "../../domain/shared/refusal.ts";
import type { AppDeps } from "./deps.ts";
import { issuesOf } from "./errors.ts";

const DEADLINE_MS = 60_000;

interface OneByOne<Done, Failed> {
  /** The field of the body that lists the ids. */
  at: string;
  run(id: number): Promise<Done>;
  /** The item of an id that was refused. */
  failed(id: number): Failed;
}

/**
 * Carries out a command for each id once, in their order, and answers each on its own. A refusal fails its item
 * only; items that the time does not suffice for fail too.
 */
export async function oneByOne<Done extends object, Failed extends object>(
  { now }: Pick<AppDeps, "now">,
  ids: readonly number[],
  { at, run, failed }: OneByOne<Done, Failed>,
): Promise<({ id: number } & (Done | Failed & { problems: Issue[] }))[]> {
  const untilMs = now() + DEADLINE_MS;
  const reported = new BoundedProblems();
  const items = [];
  for (const id of new Set(ids)) {
    try {
      if (now() >= untilMs) throw new Refusal("UNAVAILABLE", "The time ran out before this item; try again");
      items.push({ id, ...await run(id) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const [issue, ...more] = issuesOf(error);
      const path = issue!.path || `${at}.${ids.indexOf(id)}`;
      items.push({ id, ...failed(id), problems: reported.of([{ ...issue!, path }, ...more]) });
    }
  }
  return items;
}
