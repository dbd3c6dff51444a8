import { gunzipSync } from "node:zlib";
import type { Precision } from "../../domain/ingest/types.ts";
import { invalid, Refusal } from "../../domain/shared/refusal.ts";
import { type Ms, msFromTicks } from "../../domain/shared/time.ts";
import type { PushedBody } from "../../domain/source/types.ts";
import type { AppContext } from "../pipeline/env.ts";
import { MAX_BODY_BYTES, readBytes, tooLarge } from "../pipeline/middleware/json_body.ts";
import { sourceTime } from "../pipeline/query.ts";

type Format = PushedBody["format"];

/** `application/x-www-form-urlencoded` is what curl says unless it is told. */
const LINE_PROTOCOL = ["text/plain", "application/x-www-form-urlencoded", "application/octet-stream", ""];
const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ...LINE_PROTOCOL.map((type): [string, Format] => [type, "line_protocol"]),
  ["application/json", "json"],
  ["application/x-ndjson", "lines"],
  ["application/ndjson", "lines"],
  ["application/jsonl", "lines"],
]);
const PRECISIONS: readonly Precision[] = ["ns", "us", "ms", "s"];

/** What the headers and the query of a push say of its body. Throws UNSUPPORTED_MEDIA_TYPE and VALIDATION_FAILED. */
export function pushedForm(
  c: AppContext,
  { isInflux }: { isInflux: boolean },
): Omit<PushedBody, "text"> & { isGzip: boolean } {
  const format = formatOf(c, isInflux);
  return { format, precision: precisionOf(c, format), upToMs: upToOf(c), isGzip: isGzip(c) };
}

function formatOf(c: AppContext, isInflux: boolean): Format {
  const type = (c.req.header("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  const format = FORMATS.get(type);
  // Clients of InfluxDB send nothing else, whatever they call it.
  if (isInflux && format !== undefined) return "line_protocol";
  if (format !== undefined) return format;
  throw new Refusal(
    "UNSUPPORTED_MEDIA_TYPE",
    `${
      JSON.stringify(type.slice(0, 100))
    } is not read; send line protocol as text/plain, an array as application/json ` +
      "or a sample a line as application/x-ndjson",
  );
}

function isGzip(c: AppContext): boolean {
  const encoding = (c.req.header("content-encoding") ?? "identity").trim().toLowerCase();
  if (encoding === "gzip" || encoding === "identity") return encoding === "gzip";
  throw new Refusal(
    "UNSUPPORTED_MEDIA_TYPE",
    `The encoding ${JSON.stringify(encoding.slice(0, 100))} is not read; send gzip, or the body as it is`,
  );
}

/** JSON has milliseconds, as `Date.now()` gives them; line protocol its own default. */
function precisionOf(c: AppContext, format: Format): Precision {
  const given = c.req.query("precision") ?? (format === "line_protocol" ? "ns" : "ms");
  const found = PRECISIONS.find((one) => one === given);
  if (found === undefined) throw invalid("precision", `Must be one of ${PRECISIONS.join(", ")}`);
  return found;
}

function upToOf(c: AppContext): Ms | null {
  const given = c.req.query("up_to");
  if (given === undefined) return null;
  const parsed = sourceTime().safeParse(given);
  if (parsed.success) return msFromTicks(parsed.data);
  throw invalid("up_to", "Must be an ISO 8601 time such as 2026-01-31T08:15:02.123Z");
}

/**
 * The body, inflated, in a buffer of its own. Throws PAYLOAD_TOO_LARGE beyond 1 MiB, before more of it is inflated;
 * VALIDATION_FAILED if it is no gzip.
 */
export async function inflatedBody(c: AppContext, isGzip: boolean): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBytes(c.req.raw, MAX_BODY_BYTES);
  return new Uint8Array(isGzip && bytes.length > 0 ? inflated(bytes) : bytes);
}

function inflated(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_BUFFER_TOO_LARGE") throw tooLarge(MAX_BODY_BYTES);
    throw invalid("", "The body is not gzip, though its Content-Encoding says so");
  }
}
