/** The names of `@std/assert` that the tests use, over `node:assert`, until JSR can be reached everywhere. */
import nodeAssert from "node:assert";

/** The types of node:assert take no text that may be absent; the functions do. */
function said(message: string | undefined): string {
  return message as string;
}

export function assert(value: unknown, message?: string): asserts value {
  nodeAssert.ok(value, said(message));
}

export function assertEquals<T>(actual: T, expected: T, message?: string): void {
  nodeAssert.deepStrictEqual(actual, expected, said(message));
}

export function assertNotEquals<T>(actual: T, expected: T, message?: string): void {
  nodeAssert.notDeepStrictEqual(actual, expected, said(message));
}

export function assertStrictEquals<T>(actual: T, expected: T, message?: string): void {
  nodeAssert.strictEqual(actual, expected, said(message));
}

export function assertMatch(actual: string, expected: RegExp, message?: string): void {
  nodeAssert.match(actual, expected, said(message));
}

export function assertStringIncludes(actual: string, expected: string, message?: string): void {
  nodeAssert.ok(
    actual.includes(expected),
    message ?? `expected ${JSON.stringify(actual)} to include ${expected}`,
  );
}

// deno-lint-ignore no-explicit-any -- constructors of any shape, as in @std/assert
type ErrorClass<E extends Error> = new (...args: any[]) => E;

export function assertThrows<E extends Error>(
  fn: () => unknown,
  errorClass?: ErrorClass<E>,
  includes?: string,
): E {
  try {
    fn();
  } catch (error) {
    return checkError(error, errorClass, includes);
  }
  throw new nodeAssert.AssertionError({ message: "expected the function to throw" });
}

export async function assertRejects<E extends Error>(
  fn: () => PromiseLike<unknown>,
  errorClass?: ErrorClass<E>,
  includes?: string,
): Promise<E> {
  try {
    await fn();
  } catch (error) {
    return checkError(error, errorClass, includes);
  }
  throw new nodeAssert.AssertionError({ message: "expected the promise to be rejected" });
}

function checkError<E extends Error>(error: unknown, errorClass?: ErrorClass<E>, includes?: string): E {
  if (errorClass !== undefined) {
    nodeAssert.ok(error instanceof errorClass, `expected ${errorClass.name}, got ${String(error)}`);
  }
  const message = error instanceof Error ? error.message : String(error);
  if (includes !== undefined) assertStringIncludes(message, includes);
  return error as E;
}
