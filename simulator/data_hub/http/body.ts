import { joinedBytes } from "../../../domain/shared/bytes.ts";
import { badRequest, ServiceError } from "./answers.ts";

/** The service's limits of a body: as sent, and after decompression. */
export const MAX_SENT_BYTES = 30_000_000;
const MAX_INFLATED_BYTES = 190_000_000;

const TOO_LARGE = new ServiceError(413, {
  Error: "The request is too large.",
  Reason: "The body exceeds the maximum size.",
  Resolution: "Split the request and resubmit it.",
});

/** The body as text, decompressed if needed. An empty body is "", whatever its encoding. */
export async function bodyText(request: Request): Promise<string> {
  const sent = request.body === null ? new Uint8Array() : await collect(request.body, MAX_SENT_BYTES);
  if (sent.length === 0) return "";
  const encoding = request.headers.get("content-encoding")?.toLowerCase();
  if (encoding !== "gzip" && encoding !== "deflate") return new TextDecoder().decode(sent);
  const inflated = new Blob([sent]).stream().pipeThrough(new DecompressionStream(encoding));
  try {
    return new TextDecoder().decode(await collect(inflated, MAX_INFLATED_BYTES));
  } catch (error) {
    throw error instanceof ServiceError ? error : badRequest(`The body is not valid ${encoding}.`);
  }
}

/** The body as JSON, whatever its content type; undefined when empty. */
export async function bodyJson(request: Request): Promise<unknown> {
  const text = await bodyText(request);
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest("The body is not valid JSON.");
  }
}

async function collect(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  max: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const part of stream) {
    length += part.length;
    if (length > max) throw TOO_LARGE;
    parts.push(part);
  }
  return joinedBytes(parts, length);
}
