import {
  type Answer,
  answer,
  badRequest,
  errorAnswer,
  NO_CONTENT,
  ServiceError,
  toResponse,
} from "../http/answers.ts";
import { bodyJson } from "../http/body.ts";
import { parseQuery, type Query } from "../http/query.ts";
import { createRouter, type Route, route } from "../http/router.ts";
import type { Simulator } from "../options.ts";
import type { FaultControl } from "./control.ts";
import { faultKinds, parseFault } from "./schema.ts";

/** The HTTP control endpoint of faults: only on loopback, and only with the token. */
export interface ControlServer {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

type SeriesReads = Pick<Simulator, "samples" | "finalSamples" | "reportedSamples">;

interface Parts {
  faults: FaultControl;
  reads: SeriesReads;
  now: () => number;
}

interface ControlCall extends Parts {
  request: Request;
  query: Query;
}

const LOOPBACK = "127.0.0.1";

const UNAUTHORIZED = new ServiceError(401, {
  Error: "Authentication required.",
  Reason: "The control token is missing or wrong.",
  Resolution: "Send the header Authorization: Bearer <control_token>.",
});

const routes: Route<ControlCall>[] = [
  route("GET", "kinds", () => answer(200, faultKinds())),
  route("GET", "faults", ({ faults }) => answer(200, { faults: faults.list() })),
  route("POST", "faults", async ({ faults, request }) => {
    return answer(201, faults.set(parseFault(await bodyJson(request))));
  }),
  route("DELETE", "faults", ({ faults }) => answer(200, { faults: faults.endAll() })),
  route("DELETE", "faults/{id}", ({ faults }, { id }) => answer(200, faults.end(id))),
  route("GET", "samples", (call) => series(call, call.reads.samples)),
  route("GET", "samples/final", (call) => series(call, call.reads.finalSamples)),
  route("GET", "samples/told", (call) => series(call, call.reads.reportedSamples)),
];

export async function openControlServer(parts: Parts): Promise<ControlServer> {
  const token = crypto.randomUUID() + crypto.randomUUID();
  const find = createRouter(routes);
  const respond = async (request: Request): Promise<Answer> => {
    if (!await hasToken(request, token)) throw UNAUTHORIZED;
    const url = new URL(request.url);
    const match = find(request.method, url.pathname);
    if (match.kind !== "route") return { ...NO_CONTENT, status: match.kind === "none" ? 404 : 405 };
    return await match.route.handle({ ...parts, request, query: parseQuery(url.searchParams) }, match.params);
  };
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = Deno.serve({
    hostname: LOOPBACK,
    port: 0,
    onListen: ({ port }) => resolve(port),
  }, async (request) => {
    const operationId = crypto.randomUUID();
    try {
      return toResponse(await respond(request), operationId);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return toResponse(errorAnswer(error, operationId), operationId);
    }
  });
  return { url: `http://${LOOPBACK}:${await promise}`, token, close: () => server.shutdown() };
}

/** Compares digests, so that the time taken reveals nothing about the token. */
async function hasToken(request: Request, token: string): Promise<boolean> {
  const authorization = request.headers.get("authorization") ?? "";
  const [one, other] = await Promise.all([digest(authorization), digest(`Bearer ${token}`)]);
  return one === other;
}

async function digest(text: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
}

/** `?stream=<name or id>&from=<time>&to=<time>`, both ends included; `to` is now by default. */
function series(call: ControlCall, read: (stream: string, fromMs: number, toMs: number) => unknown): Answer {
  const stream = call.query.text("stream");
  if (stream === undefined) throw badRequest("'stream' is required: a stream's name or id.");
  const fromMs = timeOf(call.query, "from");
  const toMs = call.query.has("to") ? timeOf(call.query, "to") : call.now();
  try {
    return answer(200, { stream, samples: read(stream, fromMs, toMs) });
  } catch (error) {
    if (error instanceof RangeError) throw badRequest(error.message);
    throw error;
  }
}

function timeOf(query: Query, name: string): number {
  const ms = Date.parse(query.text(name) ?? "");
  if (Number.isNaN(ms)) throw badRequest(`'${name}' must be a time such as 2026-01-31T08:15:00Z.`);
  return ms;
}
