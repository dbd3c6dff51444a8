import type { Key } from "../../domain/shared/commit.ts";

/** A stored value that cannot be decoded, since it was changed by hand or its file is damaged. The store itself works. */
export class UndecodableValue extends Error {
  override readonly name = "UndecodableValue";
  constructor(keys: readonly Key[]) {
    super(`A stored value cannot be decoded: ${keys.map((key) => key.join(" ")).join(", ")}`);
  }
}

/** Deno's errors for such values. */
const DENO_ERRORS = /could not deserialize value|value encoding \S+ is unknown/i;

export function isUndecodable(error: unknown): boolean {
  return error instanceof UndecodableValue || error instanceof Error && DENO_ERRORS.test(error.message);
}
