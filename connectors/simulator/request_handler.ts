import { assetRoutes } from "./handlers/asset_handlers.ts";
import { calculatedReadRoutes } from "./handlers/calculated_reads.ts";
import { dataReadRoutes } from "./handlers/data_reads.ts";
import { dataWriteRoutes } from "./handlers/data_writes.ts";
import { identityRoutes, isSignedIn } from "./handlers/identity_handlers.ts";
import { signupRoutes } from "./handlers/signup_handlers.ts";
import { streamRoutes } from "./handlers/stream_handlers.ts";
import { checkPlace, tenantRoutes } from "./handlers/tenant_handlers.ts";
import { typeRoutes } from "./handlers/type_handlers.ts";
import { type Answer, Fault, faultAnswer, notFound, toResponse, UNAUTHORIZED } from "./http/answers.ts";
import { parseQuery } from "./http/query.ts";
import { createRouter } from "./http/router.ts";
import type { RequestGate } from "./request_gate.ts";
import type { Call, World } from "./world.ts";

export interface HandlerOptions {
  now: () => number;
  /** False: signups answer 403, as for a tenant without them. */
  signups: boolean;
  gate: RequestGate;
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
): (request: Request) => Promise<Response> {
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
  return async (request) => {
    const operationId = world.randomId();
    try {
      return toResponse(
        await respond(callOf(world, { request, nowMs: Math.floor(options.now()) })),
        operationId,
      );
    } catch (error) {
      if (!(error instanceof Fault)) console.error("Simulator:", error);
      return toResponse(faultAnswer(error instanceof Fault ? error : BROKEN, operationId), operationId);
    }
  };
}

function callOf(world: World, at: { request: Request; nowMs: number }): Call {
  const url = new URL(at.request.url);
  const verbosity = at.request.headers.get("accept-verbosity")?.toLowerCase();
  return { world, ...at, url, query: parseQuery(url.searchParams), verbose: verbosity === "verbose" };
}
