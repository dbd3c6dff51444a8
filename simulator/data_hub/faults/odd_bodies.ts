import type { Json } from "../sds_types.ts";
import type { SpecOf } from "./schema.ts";

/** The error that breaks off a body. */
export class ConnectionDropped extends Error {
  override readonly name = "ConnectionDropped";
}

const HTML_PAGE = `<!DOCTYPE html>
<html><head><title>502 Bad Gateway</title></head>
<body><center><h1>502 Bad Gateway</h1></center><hr><center>gateway</center></body></html>
`;

/** Replaces the body of a response by one that clients do not expect. */
export async function oddResponse(response: Response, spec: SpecOf<"odd_body">): Promise<Response> {
  const headers = new Headers(response.headers);
  if (spec.form === "html") {
    await response.body?.cancel();
    headers.set("Content-Type", "text/html; charset=utf-8");
    return new Response(HTML_PAGE, { status: spec.status, headers });
  }
  const text = await response.text();
  const { status } = response;
  if (text === "") return new Response(null, { status, headers });
  return new Response(oddText(text, spec.form), { status, headers });
}

function oddText(text: string, form: "truncated" | "wrong_types" | "empty"): string {
  if (form === "empty") return "";
  if (form === "truncated") return text.slice(0, Math.ceil(text.length / 2));
  return JSON.stringify(wrongTypes(JSON.parse(text)));
}

/** Changes the type of every value: texts become numbers, numbers and booleans objects, null a text. */
export function wrongTypes(value: Json): Json {
  if (Array.isArray(value)) return value.map(wrongTypes);
  if (value === null) return "null";
  if (typeof value === "string") return value.length;
  if (typeof value !== "object") return { value };
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wrongTypes(member)]));
}

/** Sends the first half of the body, then breaks the connection. */
export async function withBrokenBody(response: Response): Promise<Response> {
  const bytes = new TextEncoder().encode(await response.text());
  let sent = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (sent) {
        // The first half must be sent before the break; otherwise the headers could be lost, too.
        await new Promise((resolve) => setTimeout(resolve, BREAK_AFTER_MS));
        controller.error(new ConnectionDropped("The simulator dropped the connection"));
        return;
      }
      sent = true;
      controller.enqueue(bytes.slice(0, Math.ceil(bytes.length / 2)));
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

const BREAK_AFTER_MS = 20;
