import { joinedBytes } from "../../domain/shared/bytes.ts";
import { BodyTooLong, connectionFailed } from "./failure.ts";

/** The bytes of an answer. Refuses once there are more than `maxBytes`, counted as it is unpacked. */
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

/** Whether it says that it is short enough, and comes as it is: it is then read in one go. */
function isOfKnownLength({ headers }: Response, maxBytes: number): boolean {
  const length = headers.get("content-length");
  return length !== null && Number(length) <= maxBytes && !headers.has("content-encoding");
}

/** The JSON of an answer; undefined when it is empty, or none on a failure (`ok` false). Says what came instead. */
export function parseJson(bytes: Uint8Array, { ok, host }: { ok: boolean; host: string }): unknown {
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    if (!ok) return undefined;
    throw connectionFailed(insteadOfJson(text.trim(), host));
  }
}

function insteadOfJson(text: string, host: string): string {
  if (text.startsWith("<")) {
    return `${host} answered a web page, not JSON; is it a Data Hub address, or is a proxy or a sign-in in between?`;
  }
  if ((text.startsWith("[") && !text.endsWith("]")) || (text.startsWith("{") && !text.endsWith("}"))) {
    return `The JSON that ${host} answered breaks off after ${text.length} characters; something in between cut it`;
  }
  return `${host} answered something that is not JSON; is it a Data Hub address?`;
}
