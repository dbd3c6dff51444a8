import type { Body } from "./leader_client.ts";

/** A body up to this size is read first: its request may be sent again when it has not begun. */
const KEPT_BYTES = 1024 * 1024;

/** The body of a request; `isKept` when it may be sent more than once. */
export async function bodyOf(request: Request): Promise<{ body: Body; isKept: boolean }> {
  if (request.body === null) return { body: null, isKept: true };
  const stated = request.headers.get("content-length");
  if (stated === null || !(Number(stated) <= KEPT_BYTES)) return { body: request.body, isKept: false };
  return { body: await request.bytes(), isKept: true };
}
