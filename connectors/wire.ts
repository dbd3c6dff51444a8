import { z } from "zod";
import { connectionFailed, cutText } from "./source_failure.ts";

export type Schema<T> = z.ZodType<T>;

export function listOf<T>(item: Schema<T>): Schema<T[]> {
  return z.array(item);
}

/** Parses an answer of the vendor; refuses with its first error. */
export function parseWire<T>(schema: Schema<T>, body: unknown, what: string): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  if (body === undefined) throw connectionFailed(`The answer to ${what} is empty`);
  const issue = parsed.error.issues[0]!;
  const where = issue.path.length === 0 ? "" : ` at ${cutText(issue.path.map(String).join("."))}`;
  throw connectionFailed(`The answer to ${what} is not understood${where}: ${cutText(issue.message)}`);
}
