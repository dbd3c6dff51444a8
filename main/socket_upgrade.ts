import type { SocketUpgrades } from "../cluster/forwarding/socket_upgrades.ts";
import type { UpgradedSocket } from "../routes/deps.ts";
import { openedByHttp } from "./http/web_sockets.ts";

/** On a platform's server: a client that answers no ping is dropped after this. */
const IDLE_TIMEOUT_SECONDS = 40;

/** How forwarded requests become WebSockets; other requests are upgraded directly. */
const forwarded = new WeakMap<Request, () => UpgradedSocket>();

/** Opens WebSockets, also for forwarded requests. */
export const socketUpgrades: SocketUpgrades = {
  open: (request) => forwarded.get(request)?.() ?? upgraded(request),
  openFrom: (request, received) => void forwarded.set(request, () => upgraded(received)),
  probe: (request, onAsked) =>
    void forwarded.set(request, () => {
      onAsked();
      throw new TypeError("The request only asks whether a WebSocket may be opened");
    }),
};

function upgraded(request: Request): UpgradedSocket {
  return openedByHttp(request) ?? Deno.upgradeWebSocket(request, { idleTimeout: IDLE_TIMEOUT_SECONDS });
}
