import type { McpHttpHandler, McpRequestContext, Server } from "@modelcontextprotocol/server";
import type { GrantedActor } from "../../domain/access/types.ts";
import { clientKey } from "../../domain/shared/ip_address.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { type AppContext, grantedActorOf } from "../pipeline/env.ts";
import type { InProcessApi } from "../pipeline/in_process_client.ts";
import { MCP_PATH } from "../pipeline/middleware/cross_site.ts";
import { defaultSpending, heavySpending } from "../pipeline/middleware/rate_limit.ts";
import { newRoutes } from "../pipeline/route.ts";
import { FunctionRunner } from "./functions/carry_out.ts";
import { FUNCTIONS } from "./functions/table.ts";
import { messagesOf } from "./mcp_messages.ts";
import { whileSignedIn } from "../pipeline/middleware/capture_abort_signal.ts";
import { whenEnded } from "../pipeline/when_ended.ts";
import { type Holder, OpenAnswers } from "./open_answers.ts";
import { GROUND_RULES } from "../../domain/conversation/plant_data.ts";

/** The window assumed for an MCP client's model; one result may take half of it. */
const RESULT_TOKENS = 24_000;

/** The most requests that are answered at once: of a user or key, of an address, and in all. */
export const MCP_ANSWERS = { ofCaller: 8, ofAddress: 32, inAll: 256 } as const;

/**
 * The functions of conversations for MCP clients: streamable HTTP without sessions, by a session's cookie, an API key or an access token.
 * Each function calls the API with the caller's role. The limits of the API apply; the request pipeline checks most.
 */
export function mcpRoutes(deps: AppDeps, inside: InProcessApi) {
  let made: Promise<McpHttpHandler> | undefined;
  const spendingOf = heavySpending(deps);
  const spendDefault = defaultSpending(deps);
  const open = new OpenAnswers();
  return newRoutes().all(MCP_PATH, async (c) => {
    const actor = grantedActorOf(c);
    const release = open.begin(holdersOf(c));
    const watched = whileSignedIn(c);
    const ended = () => {
      release();
      watched.stop();
    };
    try {
      // Reading the body separates the signal from the request.
      const signal = AbortSignal.any([c.req.raw.signal, watched.signal]);
      const caller: Caller = { actor, signal, spendHeavy: spendingOf(c) };
      const authInfo = { token: "", clientId: actor.name, scopes: [actor.role], extra: { caller } };
      const { request, parsedBody, count } = await received(c, signal);
      for (let further = 1; further < count; further++) await spendDefault(c);
      const { fetch } = await (made ??= handler(deps, inside));
      return whenEnded(await fetch(request, { authInfo, parsedBody }), ended);
    } catch (error) {
      ended();
      throw error;
    }
  });
}

/** The request for the protocol's package, with its body already read: the package reads one without a deadline. */
async function received(c: AppContext, signal: AbortSignal) {
  const { url, method, headers } = c.req.raw;
  const request = new Request(url, { method, headers, signal });
  if (method !== "POST") return { request, parsedBody: undefined, count: 1 };
  const { body, count } = await messagesOf(c);
  return { request, parsedBody: body, count };
}

function holdersOf(c: AppContext): Holder[] {
  const { ofCaller, ofAddress, inAll } = MCP_ANSWERS;
  const keyId = c.get("apiKeyId");
  const token = c.get("tokenHolder");
  const person = token === undefined ? `user ${c.get("signedIn")?.user.id}` : `token ${token.id}`;
  const caller = keyId === undefined ? person : `key ${keyId}`;
  return [
    { key: caller, most: ofCaller, noun: "this user or key" },
    { key: clientKey(c.get("client").address), most: ofAddress, noun: "this address" },
    { key: "all", most: inAll, noun: "all MCP clients" },
  ];
}

/** The caller, and the signal that ends the call. */
interface Caller {
  actor: GrantedActor;
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
    const { content, error, record } = (await runner.carryOut([call]))[0]!;
    deps.log("debug", "An MCP function was called", {
      name: record.name,
      outcome: record.outcome,
      duration_ms: record.duration_ms,
      user: actor.name,
    });
    return { content: [{ type: "text" as const, text: content }], isError: error !== null };
  });
}
