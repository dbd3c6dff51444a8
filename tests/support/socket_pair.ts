type Frame = ArrayBuffer | string;

/** What becomes of the frames on their way to the server: those that it answers go on, in that order. */
export type Meddling = (frame: Frame, number: number) => Frame[];

/** Two ends of a WebSocket over loopback, with a place between them where frames can be meddled with. */
export class SocketPair implements AsyncDisposable {
  readonly #servers: Deno.HttpServer<Deno.NetAddr>[] = [];

  private constructor(readonly client: WebSocket, readonly server: WebSocket) {}

  static async open(meddle: Meddling = (frame) => [frame]): Promise<SocketPair> {
    const { promise: reached, resolve: reach } = Promise.withResolvers<WebSocket>();
    const far = serve((socket) => reach(socket));
    const near = serve((socket) => pass(socket, { to: new WebSocket(urlOf(far)), meddle }));
    const client = new WebSocket(urlOf(near));
    const server = await reached;
    await Promise.all([client, server].map(isOpen));
    const pair = new SocketPair(client, server);
    pair.#servers.push(near, far);
    return pair;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of [this.client, this.server]) if (socket.readyState <= WebSocket.OPEN) socket.close();
    await Promise.all([this.client, this.server].map(isClosed));
    for (const server of this.#servers) await server.shutdown();
  }
}

function serve(take: (socket: WebSocket) => void): Deno.HttpServer<Deno.NetAddr> {
  return Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { socket, response } = Deno.upgradeWebSocket(request);
    take(socket);
    return response;
  });
}

function urlOf({ addr }: Deno.HttpServer<Deno.NetAddr>): string {
  return `ws://127.0.0.1:${addr.port}`;
}

function pass(from: WebSocket, { to, meddle }: { to: WebSocket; meddle: Meddling }): void {
  let number = 0;
  const early: Frame[] = [];
  from.binaryType = to.binaryType = "arraybuffer";
  const send = (frame: Frame) => to.readyState === WebSocket.OPEN ? to.send(frame) : early.push(frame);
  from.onmessage = ({ data }) => meddle(data, number++).forEach(send);
  to.onopen = () => early.splice(0).forEach((frame) => to.send(frame));
  to.onmessage = ({ data }) => from.readyState === WebSocket.OPEN && from.send(data);
  from.onclose = () => to.close();
  to.onclose = () => from.readyState <= WebSocket.OPEN && from.close();
  from.onerror = to.onerror = (event) => event.preventDefault();
}

function isOpen(socket: WebSocket): Promise<void> {
  if (socket.readyState === WebSocket.OPEN) return Promise.resolve();
  return new Promise((resolve) => socket.addEventListener("open", () => resolve(), { once: true }));
}

function isClosed(socket: WebSocket): Promise<void> {
  if (socket.readyState === WebSocket.CLOSED) return Promise.resolve();
  return new Promise((resolve) => socket.addEventListener("close", () => resolve(), { once: true }));
}
