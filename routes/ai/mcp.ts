import type { McpHttpHandler, McpRequestContext, Server } from "@modelcontextprotocol/server";
import type { Actor } from "../../domain/access/types.ts";
import type { AppDeps } from "../deps.ts";
import { actorOf } from "../env.ts";
import type { InProcessApi } from "../in_process_client.ts";
import { MCP_PATH } from "../middleware/cross_site.ts";
import { readiness } from "../middleware/guard.ts";
import { MAX_BODY_BYTES } from "../middleware/json_body.ts";
import { heavySpending } from "../middleware/rate_limit.ts";
import { newRoutes } from "../route.ts";
import { FunctionRunner } from "./functions/carry_out.ts";
import { FUNCTIONS } from "./functions/table.ts";
import { GROUND_RULES } from "../../domain/conversation/plant_data.ts";

/** The window assumed for an MCP client's model; one result may take half of it. */
const RESULT_TOKENS = 24_000;

/**
 * The functions of conversations for MCP clients: streamable HTTP without sessions, by a session's cookie or an API key.
 * Each function calls the API with the caller's role.
 */
export function mcpRoutes(deps: AppDeps, inside: InProcessApi) {
  let made: Promise<McpHttpHandler> | undefined;
  const spendingOf = heavySpending(deps);
  const checkReady = readiness(deps);
  return newRoutes().all(MCP_PATH, async (c) => {
    checkReady(c);
    const actor = actorOf(c);
    const { fetch } = await (made ??= handler(deps, inside));
    const caller: Caller = { actor, signal: c.req.raw.signal, spendHeavy: spendingOf(c) };
    const authInfo = { token: "", clientId: actor.name, scopes: [actor.role], extra: { caller } };
    return await fetch(c.req.raw, { authInfo });
  });
}

/** The caller, and the signal that ends the call. */
interface Caller {
  actor: Actor;
  signal: AbortSignal;
  spendHeavy(): Promise<void>;
}

/** Loads the protocol's package at the first request. */
async function handler(deps: AppDeps, inside: InProcessApi): Promise<McpHttpHandler> {
  const { createMcpHandler, Server } = await import("@modelcontextprotocol/server");
  const serverFor = ({ authInfo }: McpRequestContext) => {
    const server = new Server({ name: "andon", version: "beta" }, {
      capabilities: { tools: {} },
      instructions: GROUND_RULES,
    });
    offer(server, { deps, inside, caller: callerOf(authInfo?.extra?.caller) });
    return server;
  };
  return createMcpHandler(serverFor, {
    maxRequestBodySize: MAX_BODY_BYTES,
    maxSubscriptions: 0,
    onerror: (error) => deps.log("debug", "An MCP request failed", { reason: error.message }),
  });
}

/** The caller that the route passed in. */
function callerOf(caller: unknown): Caller {
  return caller as Caller;
}

function offer(
  server: Server,
  { deps, inside, caller }: { deps: AppDeps; inside: InProcessApi; caller: Caller },
): void {
  server.setRequestHandler("tools/list", () => ({
    tools: FUNCTIONS.map(({ spec: { name, description, parameters } }) => ({
      name,
      description,
      inputSchema: { ...parameters, type: "object" as const },
      annotations: { readOnlyHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const { actor, signal, spendHeavy } = caller;
    const runner = new FunctionRunner({
      functions: FUNCTIONS,
      api: inside(actor),
      resultTokens: RESULT_TOKENS,
      deps,
      signal,
      spendHeavy,
    });
    const call = { id: "1", name: params.name, argumentsText: JSON.stringify(params.arguments ?? {}) };
    const [{ content, error, record }] = await runner.carryOut([call]);
    deps.log("debug", "An MCP function was called", {
      name: record.name,
      outcome: record.outcome,
      duration_ms: record.duration_ms,
      user: actor.name,
    });
    return { content: [{ type: "text" as const, text: content }], isError: error !== null };
  });
}
