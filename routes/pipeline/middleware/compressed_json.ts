import { gzipSync } from "node:zlib";
import type { AppContext } from "../env.ts";

/** A smaller answer arrives as fast as it is, bytes. */
export const LEAST_BYTES = 1_000;
/** 1 MB of rows takes some 6 ms and becomes a tenth. */
const LEVEL = 4;

/**
 * Compresses the JSON that somebody with a session or a wall screen reads, whose line may be slow, if the request accepts gzip. An
 * answer to a program with a key stays as it is, since it would cost as much time as the answer itself.
 */
export async function compressJson(c: AppContext): Promise<void> {
  const { res } = c;
  const isBrowser = c.get("signedIn") !== undefined || c.get("screen") !== undefined;
  if (!isBrowser || res.headers.get("content-type") !== "application/json") return;
  if (res.body === null || !/\bgzip\b/.test(c.req.header("accept-encoding") ?? "")) return;
  const bytes = await res.bytes();
  const isSmall = bytes.length < LEAST_BYTES;
  const { status, headers } = res;
  headers.append("Vary", "Accept-Encoding");
  if (!isSmall) headers.set("Content-Encoding", "gzip");
  c.res = undefined;
  c.res = new Response(isSmall ? bytes : new Uint8Array(gzipSync(bytes, { level: LEVEL })), {
    status,
    headers,
  });
}
