import { BodyTooLong, connectionFailed } from "./failure.ts";

/** The text of an answer. Refuses once it is longer than `maxBytes`, counted as it is unpacked. */
export async function readText(
  response: Response,
  { maxBytes, host }: { maxBytes: number; host: string },
): Promise<string> {
  if (response.body === null) return "";
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = "";
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new BodyTooLong(host, maxBytes);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The JSON of an answer; undefined when it is empty, or none on a failure (`ok` false). Says what came instead. */
export function parseJson(text: string, { ok, host }: { ok: boolean; host: string }): unknown {
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
