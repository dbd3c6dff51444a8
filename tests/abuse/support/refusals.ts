import { assert } from "@std/assert";
import { apiContract } from "../../support/api_contract.ts";
import { RESERVED } from "./attacked_andon.ts";

/** The longest answer to a refused request, bytes. */
export const MOST_REFUSAL_BYTES = 64 * 1024;
/** What shows the program's inside: stacks, paths, names of packages. */
const INSIDE = /\bat .+:\d+:\d+|file:\/\/|node_modules|\.tsx?\b|\/tmp\/|\.sqlite|\bZodError|"stack"/;

export interface SeenRefusal {
  /** Who sent what: for the message of a failure. */
  what: string;
  method: string;
  /** With or without its query. */
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

/** Asserts that an answer refuses, in the documented form, and tells nothing but why. */
export async function assertRefusal(seen: SeenRefusal, statuses: readonly number[]): Promise<void> {
  const { what, method, path, status, text } = seen;
  const shown = `${method} ${path.slice(0, 200)}, ${what}: ${status} ${text.slice(0, 500)}`;
  assert(statuses.includes(status), `${shown}\nExpected ${statuses.join(", ")}`);
  const bytes = new TextEncoder().encode(text).length;
  assert(bytes <= MOST_REFUSAL_BYTES, `${bytes} bytes: ${shown}`);
  assert(!INSIDE.test(text), `The program's inside: ${shown}`);
  if (status === 401 || status === 403) assert(!RESERVED.test(text), `Another's data: ${shown}`);
  if (path.startsWith("/api/")) (await apiContract()).check(seen);
}
