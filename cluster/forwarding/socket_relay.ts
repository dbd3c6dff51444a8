import type { ServerSocket } from "../../routes/deps.ts";

/** The most messages that wait while the leader's socket opens, and the most bytes buffered for a slow client. */
const MOST_MESSAGES = 64;
const MOST_UNDER_WAY_BYTES = 4 * 1024 * 1024;

/** The close that the push hub uses when it stops: the client reconnects and resumes. */
const LEAVING = { code: 1001, reason: "Andon is moving" } as const;
/** Close codes that may be sent. */
const isSendable = (code: number) =>
  code === 1000 || code === 1001 || (code >= 1008 && code <= 1014) || code >= 3000;

/** Relays messages between two sockets until either closes. `gone` closes both. */
export function relaySockets(
  client: ServerSocket,
  { leader, gone }: { leader: WebSocket; gone: AbortSignal },
): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const early: string[] = [];
  const leave = () => {
    end(client, LEAVING);
    end(leader, LEAVING);
  };
  client.onmessage = ({ data }) => {
    if (typeof data !== "string") return end(client, { code: 1003, reason: "Messages must be text" });
    if (leader.readyState === WebSocket.OPEN) leader.send(data);
    else if (early.push(data) > MOST_MESSAGES) end(client, { code: 1008, reason: "Too many messages" });
  };
  leader.onopen = () => {
    for (const text of early.splice(0)) leader.send(text);
  };
  leader.onmessage = ({ data }) => {
    if (client.readyState !== WebSocket.OPEN) return;
    client.send(data);
    if (client.bufferedAmount > MOST_UNDER_WAY_BYTES) leave();
  };
  client.onerror = leader.onerror = (event) => event.preventDefault();
  client.onclose = ({ code, reason }) => {
    end(leader, { code, reason });
    gone.removeEventListener("abort", leave);
    resolve();
  };
  leader.onclose = ({ code, reason }) => end(client, isSendable(code) ? { code, reason } : LEAVING);
  gone.addEventListener("abort", leave, { once: true });
  if (gone.aborted) leave();
  return ended;
}

function end(socket: ServerSocket, { code, reason }: { code: number; reason: string }): void {
  if (socket.readyState >= WebSocket.CLOSING) return;
  // A client socket may close only with 1000 or from 3000 on, a server socket with any code.
  try {
    socket.close(code, reason);
  } catch {
    socket.close();
  }
}
