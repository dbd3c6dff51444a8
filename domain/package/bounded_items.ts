import { BoundedProblems } from "../shared/refusal.ts";
import { cutText, TEXT_LIMITS } from "../shared/text.ts";
import type { ImportItem } from "./types.ts";

/** The most paths of changes that an item tells. */
export const MOST_CHANGES = 100;

/** The results of an import as its answer tells them: of bounded size, whatever the document holds. */
export class BoundedItems {
  readonly items: ImportItem[] = [];
  readonly #problems = new BoundedProblems();
  /** One for all items that have none: an import may have 20,000. */
  readonly #none: never[] = [];

  add(item: ImportItem): void {
    const { name, template, changes, problems } = item;
    this.items.push({
      ...item,
      name: cutText(name, TEXT_LIMITS.name),
      ...(template === undefined ? {} : { template: cutText(template, TEXT_LIMITS.name) }),
      changes: changes.length === 0 ? this.#none : changes.slice(0, MOST_CHANGES),
      problems: problems.length === 0 ? this.#none : this.#problems.of(problems),
    });
  }
}
