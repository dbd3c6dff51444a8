import { assert } from "@std/assert";
import { isAtLeast } from "../../../domain/access/grants.ts";
import { PERMISSIONS } from "../../support/api_admissions.ts";
import { apiContract } from "../../support/api_contract.ts";
import { eventually } from "../../support/eventually.ts";
import { type Caller, RESERVED } from "./attacked_andon.ts";

/** The longest answer to a refused request, bytes. */
const MOST_REFUSAL_BYTES = 80 * 1024;
/** What shows the program's inside: stacks, paths, names of packages. */
const INSIDE = /\\n\s+at |file:\/\/|ext:deno|node_modules|\.tsx?\b|\/tmp\/|\.sqlite|\bZodError|"stack"/;
/** Of the HTTP server itself, without an envelope: it refuses the head of a request. */
export const HEAD_REFUSED = [400, 408, 414, 431];

/**
 * The answer of a request that is sent by `ask`. A store on a busy machine may answer late, and Andon 503: the request is
 * sent again until another answer comes.
 */
export function answerOf(ask: () => Promise<Response>): Promise<Response> {
  return eventually("an answer other than 503", async () => {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    await answer.body?.cancel();
    return undefined;
  });
}

export interface SeenAnswer {
  /** Who sent what: for the message of a failure. */
  what: string;
  method: string;
  /** With or without its query. */
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Asserts that an answer has one of the statuses and its documented form. A refusal is short, and tells nothing of the
 * program's inside or of resources that the caller may not read.
 */
export async function assertAnswer(seen: SeenAnswer, statuses: readonly number[]): Promise<void> {
  const { what, method, path, status, headers, text } = seen;
  const shown = `${method} ${path.slice(0, 200)}, ${what}: ${status} ${text.slice(0, 500)}`;
  assert(statuses.includes(status), `${shown}\nExpected ${statuses.join(", ")}`);
  if (status >= 400) {
    const bytes = new TextEncoder().encode(text).length;
    assert(bytes <= MOST_REFUSAL_BYTES, `${bytes} bytes: ${shown}`);
    assert(!INSIDE.test(text), `The program's inside: ${shown}`);
  }
  if (status === 401 || status === 403) assert(!RESERVED.test(text), `Another's data: ${shown}`);
  if (HEAD_REFUSED.includes(status) && !headers.has("x-request-id")) return;
  const contract = await apiContract();
  if (contract.operationOf(method, path.split("?")[0]) !== undefined) contract.check(seen);
  else assert(JSON.parse(text).success === false, shown);
}

/** Whether the document's operation, `POST /api/packages`, is for callers of a role; null: for outsiders. */
export function isAllowed(line: string, role: Caller["role"]): boolean {
  const access = PERMISSIONS[line.replace(/\{(\w+)\}/g, ":$1")] ??
    (/ \/api\//.test(line) ? "viewer" : "public");
  return access === "public" || (role !== null && isAtLeast(role, access));
}

/** The statuses that a caller may see, who gets `allowed` of what is for the caller's role. */
export function statusesOf(
  line: string,
  { caller, allowed }: { caller: Caller; allowed: number[] },
): number[] {
  if (isAllowed(line, caller.role)) return allowed;
  return caller.role === null ? [401] : [403];
}
