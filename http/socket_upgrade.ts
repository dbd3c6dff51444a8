import type { UpgradedSocket } from "../ports/http.ts";
import { openedByHttp } from "./web_sockets.ts";

/** On a platform's server: a client that answers no ping is dropped after this. */
const IDLE_TIMEOUT_SECONDS = 40;

/** Opens the WebSocket of a request. Throws a TypeError for one that is no complete handshake. */
export function openSocket(request: Request): UpgradedSocket {
  return openedByHttp(request) ?? Deno.upgradeWebSocket(request, { idleTimeout: IDLE_TIMEOUT_SECONDS });
}
