import { assetRoutes } from "./handlers/asset_handlers.ts";
import { calculatedReadRoutes } from "./handlers/calculated_reads.ts";
import { dataReadRoutes } from "./handlers/data_reads.ts";
import { dataWriteRoutes } from "./handlers/data_writes.ts";
import { identityRoutes, isSignedIn } from "./handlers/identity_handlers.ts";
import { signupRoutes } from "./handlers/signup_handlers.ts";
import { streamRoutes } from "./handlers/stream_handlers.ts";
import { checkPlace, tenantRoutes } from "./handlers/tenant_handlers.ts";
import { typeRoutes } from "./handlers/type_handlers.ts";
import { brokenOff, oddResponse } from "./faults/odd_bodies.ts";
import { type Struck, struckBy } from "./faults/request_faults.ts";
import { type Answer, Fault, faultAnswer, notFound, toResponse, UNAUTHORIZED } from "./http/answers.ts";
import { parseQuery } from "./http/query.ts";
import { createRouter } from "./http/router.ts";
import type { RequestGate } from "./request_gate.ts";
import { type Call, refreshWorld, type World } from "./world.ts";

export type RequestHandler = (
  request: Request,
  info: Deno.ServeHandlerInfo<Deno.NetAddr>,
) => Promise<Response>;

export interface HandlerOptions {
  now: () => number;
  /** False: signups answer 403, as for a tenant without them. */
  signups: boolean;
  gate: RequestGate;
  /** Cuts the connection of a request. */
  cut: (info: Deno.ServeHandlerInfo<Deno.NetAddr>) => void;
  /** Ends every wait. */
  closing: AbortSignal;
}

const WRONG_METHOD = new Fault(405, {
  Error: "The method is not allowed.",
  Reason: "The resource does not take this method.",
  Resolution: "Use another method.",
});

const NO_SIGNUPS = new Fault(403, {
  Error: "Access denied.",
  Reason: "Signups are not available to this client.",
  Resolution: "Ask an administrator of the tenant for access.",
});

const BROKEN = new Fault(500, {
  Error: "An error occurred.",
  Reason: "The request could not be processed.",
  Resolution: "Try again later.",
});

/** Answers every request of the server; nothing escapes as an exception. */
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
    options.gate(call.nowMs);
    if (!options.signups && /\/signups(\/|$)/i.test(pathname)) throw NO_SIGNUPS;
    const match = closed(method, pathname);
    if (match.kind === "wrong_method") throw WRONG_METHOD;
    if (match.kind === "none") throw notFound("Resource", pathname);
    checkPlace(call, match.params);
    return await match.route.handle(call, match.params);
  };
  const answered = async (call: Call, struck: Struck): Promise<Response> => {
    const operationId = world.randomId();
    try {
      if (struck.instead instanceof Fault) throw struck.instead;
      return toResponse(struck.instead ?? await respond(call), operationId);
    } catch (error) {
      if (!(error instanceof Fault)) console.error("Simulator:", error);
      return toResponse(faultAnswer(error instanceof Fault ? error : BROKEN, operationId), operationId);
    }
  };
  return async (request, info) => {
    const nowMs = Math.floor(options.now());
    refreshWorld(world, nowMs);
    const { pathname: path, search } = new URL(request.url);
    const struck = struckBy(world.faults, { method: request.method, path, search, nowMs });
    if (struck.delayMs > 0) await waited(struck.delayMs, options.closing);
    const call = callOf(world, { request, nowMs: struck.delayMs > 0 ? Math.floor(options.now()) : nowMs });
    refreshWorld(world, call.nowMs);
    const response = await answered(struck.nonVerbose ? { ...call, verbose: false } : call, struck);
    return await misshapen(response, struck, () => options.cut(info));
  };
}

/** The answer as a fault leaves it: odd, broken off in its middle, or (an empty one, too) never sent. */
async function misshapen(response: Response, struck: Struck, cut: () => void): Promise<Response> {
  const odd = struck.oddBody === undefined ? response : await oddResponse(response, struck.oddBody);
  if (struck.dropped === "in_body" && odd.body !== null) return await brokenOff(odd);
  if (struck.dropped !== undefined) cut();
  return odd;
}

function waited(ms: number, closing: AbortSignal): Promise<void> {
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
