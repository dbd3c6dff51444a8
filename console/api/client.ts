import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "../generated/api.ts";
import { problemIn, problemOf } from "./problem.ts";

/** The interface, typed by its document: `told(api.GET("/api/packages"))`. */
export type Api = Client<paths>;
export type Schemas = components["schemas"];
export type RuleEvent = Schemas["RuleEvent"];
export type Severity = RuleEvent["severity"];

/** Wrong passwords are slowed down by some seconds, and a trend reads the source: the deadline is above both. */
const DEADLINE_MS = 35_000;
/** What takes longer by its nature; each a little above the server's own deadline. */
const SLOW: readonly { path: RegExp; deadlineMs: number }[] = [
  { path: /^\/api\/discover-assets$/, deadlineMs: 610_000 },
  { path: /^\/api\/ai-providers\/\d+\/conversation$/, deadlineMs: 310_000 },
  { path: /^\/api\/backtests$/, deadlineMs: 970_000 },
  { path: /^\/api\/alarm-statistics\/advice$/, deadlineMs: 130_000 },
  { path: /^\/api\/instances\/\d+\/backfill$/, deadlineMs: 130_000 },
  { path: /^\/api\/ai-providers\/\d+\/test$/, deadlineMs: 140_000 },
];

export interface ApiOptions {
  /** Asked when a session is over: resolves once somebody is signed in again. */
  renewed(): Promise<void>;
  /** The browser's `fetch`. */
  send?: (request: Request) => Promise<Response>;
}

/** A client whose calls outlive a session: what was refused is sent again when somebody signed in anew. */
export function createApi({ renewed, send = (request) => fetch(request) }: ApiOptions): Api {
  const dated = (request: Request) => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(deadlineMs(request))]);
    return send(new Request(request, { signal }));
  };
  return createClient<paths>({
    baseUrl: location.origin,
    fetch: async (request) => {
      const spare = request.clone();
      const answer = await dated(request);
      if (answer.status !== 401 || new URL(request.url).pathname === "/api/auth/login") return answer;
      await renewed();
      return await dated(spare);
    },
  });
}

function deadlineMs({ url }: Request): number {
  const { pathname } = new URL(url);
  return SLOW.find(({ path }) => path.test(pathname))?.deadlineMs ?? DEADLINE_MS;
}

/** The body of a call that worked; throws an ApiProblem for any other. */
export async function told<T>(call: Promise<{ data?: T; error?: unknown; response: Response }>): Promise<T> {
  try {
    const { data, error, response } = await call;
    if (data === undefined) throw problemIn(error, response.status);
    return data;
  } catch (error) {
    throw problemOf(error);
  }
}
