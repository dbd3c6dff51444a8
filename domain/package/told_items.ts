import { MOST_ISSUES, toldIssues } from "../shared/refusal.ts";
import { cutText, TEXT_LIMITS } from "../shared/text.ts";
import type { ImportItem } from "./types.ts";

/** The most paths of changes that an item tells. */
export const MOST_CHANGES = 100;
/** The most problems that an answer tells. Beyond them each item tells its first one. */
export const MOST_PROBLEMS = 1_000;

/** The results of an import as its answer tells them: of bounded size, whatever the document holds. */
export class ToldItems {
  readonly items: ImportItem[] = [];
  #problems = 0;

  add(item: ImportItem): void {
    const { name, template, changes, problems } = item;
    const left = Math.max(1, Math.min(MOST_ISSUES, MOST_PROBLEMS - this.#problems));
    const told = toldIssues(problems.slice(0, left));
    this.#problems += told.length;
    this.items.push({
      ...item,
      name: cutText(name, TEXT_LIMITS.name),
      ...(template === undefined ? {} : { template: cutText(template, TEXT_LIMITS.name) }),
      changes: changes.slice(0, MOST_CHANGES),
      problems: told,
    });
  }
}
