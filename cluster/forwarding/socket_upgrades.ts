import type { UpgradedSocket } from "../../routes/deps.ts";

/** Turns requests into WebSockets. A forwarded request represents a connection to another member. */
export interface SocketUpgrades {
  /** Throws a TypeError for a request that is no complete handshake. */
  open(request: Request): UpgradedSocket;
  /** `request` opens the WebSocket of `received`, the request that arrived here. */
  openFrom(request: Request, received: Request): void;
  /** `request` opens none: `onAsked` is called when nothing but the upgrade is missing. */
  probe(request: Request, onAsked: () => void): void;
}
