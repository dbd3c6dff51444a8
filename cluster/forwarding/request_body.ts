import type { Body } from "./leader_client.ts";

/** A body up to this size is read first, so that the request can be sent again while it has not begun. */
const BUFFERED_BYTES = 1024 * 1024;

/** The body of a request; `isBuffered` when it may be sent more than once. */
export async function bodyOf(request: Request): Promise<{ body: Body; isBuffered: boolean }> {
  if (request.body === null) return { body: null, isBuffered: true };
  const stated = request.headers.get("content-length");
  if (stated === null || !(Number(stated) <= BUFFERED_BYTES)) {
    return { body: request.body, isBuffered: false };
  }
  return { body: await request.bytes(), isBuffered: true };
}
