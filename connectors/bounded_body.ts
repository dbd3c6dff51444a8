import { joinedBytes } from "../domain/shared/bytes.ts";
import { BodyTooLong, connectionFailed } from "./source_failure.ts";

/** Reads the bytes of an answer. Refuses more than `maxBytes`, counted after decompression. */
export async function readBytes(
  response: Response,
  { maxBytes, host }: { maxBytes: number; host: string },
): Promise<Uint8Array> {
  if (isOfKnownLength(response, maxBytes)) return await response.bytes();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new BodyTooLong(host, maxBytes);
    chunks.push(chunk);
  }
  return joinedBytes(chunks, length);
}

/** True for an uncompressed body with a small enough Content-Length: it can be read at once. */
function isOfKnownLength({ headers }: Response, maxBytes: number): boolean {
  const length = headers.get("content-length");
  return length !== null && Number(length) <= maxBytes && !headers.has("content-encoding");
}

/** An answer that was read. `service` is what answers at an address of this kind. */
export interface ReadAnswer {
  ok: boolean;
  host: string;
  service: string;
}

/** Parses the JSON of an answer; undefined when empty, or invalid on a failure (`ok` false). Else explains the body. */
export function parseJson(bytes: Uint8Array, { ok, host, service }: ReadAnswer): unknown {
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    if (!ok) return undefined;
    throw connectionFailed(insteadOfJson(text.trim(), { host, service }));
  }
}

function insteadOfJson(text: string, { host, service }: Omit<ReadAnswer, "ok">): string {
  if (text.startsWith("<")) {
    return `${host} answered a web page, not JSON; is it a ${service} address, or is there a proxy or a sign-in page in between?`;
  }
  if ((text.startsWith("[") && !text.endsWith("]")) || (text.startsWith("{") && !text.endsWith("}"))) {
    return `The JSON from ${host} breaks off after ${text.length} characters; something in between truncated it`;
  }
  return `${host} answered something that is not JSON; is it a ${service} address?`;
}
