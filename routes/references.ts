import type { Issue } from "../domain/shared/refusal.ts";

/** A field of a body that names another thing by its id. */
export interface Reference {
  path: string;
  noun: string;
  find: (id: number) => unknown;
}

/** What a body names that does not exist. A field of the wrong type is left to the schema. */
export function unknownReferences(body: Record<string, unknown>, references: Reference[]): Issue[] {
  return references.flatMap(({ path, noun, find }) => {
    const id = body[path];
    if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1 || find(id) !== undefined) return [];
    return [{ path, message: `${noun} ${id} does not exist` }];
  });
}
