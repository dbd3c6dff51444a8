import { assetRoutes } from "./handlers/asset_handlers.ts";
import { calculatedReadRoutes } from "./handlers/calculated_reads.ts";
import { dataReadRoutes } from "./handlers/data_reads.ts";
import { dataWriteRoutes } from "./handlers/data_writes.ts";
import { identityRoutes, isSignedIn } from "./handlers/identity_handlers.ts";
import { signupRoutes } from "./handlers/signup_handlers.ts";
import { streamRoutes } from "./handlers/stream_handlers.ts";
import { checkTenantAndNamespace, tenantRoutes } from "./handlers/tenant_handlers.ts";
import { typeRoutes } from "./handlers/type_handlers.ts";
import { oddResponse, withBrokenBody } from "./faults/odd_bodies.ts";
import { type RequestEffects, requestEffects } from "./faults/request_faults.ts";
import {
  type Answer,
  errorAnswer,
  notFound,
  ServiceError,
  toResponse,
  UNAUTHORIZED,
} from "./http/answers.ts";
import { parseQuery } from "./http/query.ts";
import { createRouter } from "./http/router.ts";
import type { RateLimiter } from "./rate_limiter.ts";
import { type Call, refreshWorld, type World } from "./world.ts";

export type RequestHandler = (
  request: Request,
  info: Deno.ServeHandlerInfo<Deno.NetAddr>,
) => Promise<Response>;

export interface HandlerOptions {
  now: () => number;
  /** False: signups answer 403, as for a tenant without them. */
  signups: boolean;
  rateLimiter: RateLimiter;
  /** Drops the connection of a request. */
  dropConnection: (info: Deno.ServeHandlerInfo<Deno.NetAddr>) => void;
  /** Aborts every wait. */
  closing: AbortSignal;
}

const WRONG_METHOD = new ServiceError(405, {
  Error: "The method is not allowed.",
  Reason: "The resource does not take this method.",
  Resolution: "Use another method.",
});

const NO_SIGNUPS = new ServiceError(403, {
  Error: "Access denied.",
  Reason: "Signups are not available to this client.",
  Resolution: "Ask an administrator of the tenant for access.",
});

const BROKEN = new ServiceError(500, {
  Error: "An error occurred.",
  Reason: "The request could not be processed.",
  Resolution: "Try again later.",
});

/** Answers every request of the server; every exception becomes a response. */
export function createHandler(
  world: World,
  options: HandlerOptions,
): RequestHandler {
  const open = createRouter(identityRoutes);
  const closed = createRouter([
    ...tenantRoutes,
    ...streamRoutes,
    ...typeRoutes,
    ...dataReadRoutes,
    ...calculatedReadRoutes,
    ...dataWriteRoutes,
    ...assetRoutes,
    ...(options.signups ? signupRoutes : []),
  ]);
  const respond = async (call: Call): Promise<Answer> => {
    const { method } = call.request;
    const { pathname } = call.url;
    const identity = open(method, pathname);
    if (identity.kind === "route") return await identity.route.handle(call, identity.params);
    if (!isSignedIn(call)) throw UNAUTHORIZED;
    options.rateLimiter(call.nowMs);
    if (!options.signups && /\/signups(\/|$)/i.test(pathname)) throw NO_SIGNUPS;
    const match = closed(method, pathname);
    if (match.kind === "wrong_method") throw WRONG_METHOD;
    if (match.kind === "none") throw notFound("Resource", pathname);
    checkTenantAndNamespace(call, match.params);
    return await match.route.handle(call, match.params);
  };
  const answered = async (call: Call, effects: RequestEffects): Promise<Response> => {
    const operationId = world.randomId();
    try {
      if (effects.instead instanceof ServiceError) throw effects.instead;
      return toResponse(effects.instead ?? await respond(call), operationId);
    } catch (error) {
      if (!(error instanceof ServiceError)) console.error("Simulator:", error);
      return toResponse(
        errorAnswer(error instanceof ServiceError ? error : BROKEN, operationId),
        operationId,
      );
    }
  };
  return async (request, info) => {
    const nowMs = Math.floor(options.now());
    refreshWorld(world, nowMs);
    const { pathname: path, search } = new URL(request.url);
    const effects = requestEffects(world.faults, { method: request.method, path, search, nowMs });
    if (effects.delayMs > 0) await waitFor(effects.delayMs, options.closing);
    const call = callOf(world, { request, nowMs: effects.delayMs > 0 ? Math.floor(options.now()) : nowMs });
    refreshWorld(world, call.nowMs);
    const response = await answered(effects.nonVerbose ? { ...call, verbose: false } : call, effects);
    return await faultedResponse(response, effects, () => options.dropConnection(info));
  };
}

/** The response after faults: with an odd body, broken off in the middle, or never sent (also when empty). */
async function faultedResponse(
  response: Response,
  effects: RequestEffects,
  dropConnection: () => void,
): Promise<Response> {
  const odd = effects.oddBody === undefined ? response : await oddResponse(response, effects.oddBody);
  if (effects.dropped === "in_body" && odd.body !== null) return await withBrokenBody(odd);
  if (effects.dropped !== undefined) dropConnection();
  return odd;
}

function waitFor(ms: number, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      closing.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    closing.addEventListener("abort", end);
    if (closing.aborted) end();
  });
}

function callOf(world: World, at: { request: Request; nowMs: number }): Call {
  const url = new URL(at.request.url);
  const verbosity = at.request.headers.get("accept-verbosity")?.toLowerCase();
  return { world, ...at, url, query: parseQuery(url.searchParams), verbose: verbosity === "verbose" };
}
