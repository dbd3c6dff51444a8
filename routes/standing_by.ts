import { STATUS_OF } from "./errors.ts";

const HEADERS = {
  "X-Api-Version": "beta",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "no-store",
};

/** What a process answers while another one holds the store: it lives, and has nothing to say. */
export function standingBy(nextId: () => string): (request: Request) => Response {
  return (request) => {
    const headers = { ...HEADERS, "X-Request-Id": nextId() };
    if (new URL(request.url).pathname === "/healthz") {
      return Response.json({ success: true, data: { status: "ok" } }, { headers });
    }
    const body = {
      success: false,
      error: "This process stands by: another one holds the store and answers",
      details: { error_code: "UNAVAILABLE" },
    };
    return Response.json(body, { status: STATUS_OF.UNAVAILABLE, headers });
  };
}
