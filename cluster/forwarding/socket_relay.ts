/** What waits for the other end while it is being opened, and what a slow reader may have under way. */
const MOST_MESSAGES = 64;
const MOST_UNDER_WAY_BYTES = 4 * 1024 * 1024;

/** Ends as the hub's own sockets do when it stops: the client comes again, and resumes. */
const LEAVING = { code: 1001, reason: "Andon is moving" } as const;
/** Codes that may be sent. */
const isTellable = (code: number) =>
  code === 1000 || code === 1001 || (code >= 1008 && code <= 1014) || code >= 3000;

/** Passes the messages of two sockets on until either ends. `gone` ends both. */
export function relaySockets(
  client: WebSocket,
  { leader, gone }: { leader: WebSocket; gone: AbortSignal },
): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const early: string[] = [];
  const leave = () => {
    end(client, LEAVING);
    end(leader, LEAVING);
  };
  client.onmessage = ({ data }) => {
    if (typeof data !== "string") return end(client, { code: 1003, reason: "Messages are texts" });
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
  leader.onclose = ({ code, reason }) => end(client, isTellable(code) ? { code, reason } : LEAVING);
  gone.addEventListener("abort", leave, { once: true });
  if (gone.aborted) leave();
  return ended;
}

function end(socket: WebSocket, { code, reason }: { code: number; reason: string }): void {
  if (socket.readyState >= WebSocket.CLOSING) return;
  // A client of the web may close with 1000 or 3000 on only; a server's socket with any.
  try {
    socket.close(code, reason);
  } catch {
    socket.close();
  }
}
