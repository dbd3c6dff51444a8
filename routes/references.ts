import type { Issue } from "../domain/shared/refusal.ts";

/** A field of a body with the id of another resource. */
export interface Reference {
  path: string;
  noun: string;
  find: (id: number) => unknown;
}

/** The resources in a body that do not exist. The schema reports fields of the wrong type. */
export function unknownReferences(body: Record<string, unknown>, references: Reference[]): Issue[] {
  return references.flatMap(({ path, noun, find }) => {
    const id = body[path];
    if (typeof id !== "number" || !Number.isSafeInteger(id) || id < 1 || find(id) !== undefined) return [];
    return [{ path, message: `${noun} ${id} does not exist` }];
  });
}
