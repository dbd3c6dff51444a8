import { AndonClient } from "./andon_client.ts";
import { ADMIN_PASSWORD } from "./andon_process.ts";
import { eventually } from "./eventually.ts";

export interface Frame {
  seq: string;
  kind: string;
  at: string;
  // deno-lint-ignore no-explicit-any -- tests assert on what they read
  data: any;
}

/** A browser's end of the push channel: every frame in the order it came. */
export class PushSocket implements AsyncDisposable {
  readonly frames: Frame[] = [];
  /** When each of the frames came. */
  readonly cameAt: number[] = [];
  #closed: { code: number; reason: string } | undefined;

  private constructor(readonly socket: WebSocket) {
    socket.onclose = ({ code, reason }) => this.#closed = { code, reason };
    socket.onmessage = ({ data }) => {
      this.frames.push(JSON.parse(data));
      this.cameAt.push(performance.now());
    };
  }

  /** Opens a socket; `first` is its first message. */
  static async open(url: string, headers: Record<string, string>, first?: unknown): Promise<PushSocket> {
    const made = new PushSocket(new WebSocket(url, { headers }));
    await new Promise<void>((resolve, reject) => {
      made.socket.onopen = () => resolve();
      made.socket.onerror = (event) => {
        event.preventDefault();
        reject(new Error("The socket was refused"));
      };
    });
    if (first !== undefined) made.say(first);
    return made;
  }

  /** With a session of its own, from one of Andon's own pages. */
  static async ofAdmin(baseUrl: string, first: unknown): Promise<PushSocket> {
    const client = new AndonClient(baseUrl);
    await client.signIn("admin", ADMIN_PASSWORD);
    const headers = { cookie: client.cookie, origin: baseUrl };
    return await PushSocket.open(`${baseUrl.replace("http", "ws")}/api/ws`, headers, first);
  }

  say(message: unknown): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  of(kind: string): Frame[] {
    return this.frames.filter((frame) => frame.kind === kind);
  }

  /** How it was closed, once it is. */
  get closed(): Promise<{ code: number; reason: string }> {
    return eventually("the socket is closed", () => this.#closed);
  }

  get last(): Frame {
    return this.frames[this.frames.length - 1]!;
  }

  async until(what: string, holds: (frames: Frame[]) => unknown): Promise<void> {
    await eventually(what, () => Boolean(holds(this.frames)));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.socket.readyState === WebSocket.CLOSED) return;
    if (this.socket.readyState === WebSocket.OPEN) this.socket.close();
    await this.closed;
  }
}

const HANDSHAKE = [
  "Upgrade: websocket",
  "Connection: Upgrade",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];

/** A client that shakes hands and reads only on request. */
export class IdleSocket implements Disposable {
  #bytes: Uint8Array = new Uint8Array();

  private constructor(readonly connection: Deno.TcpConn) {}

  static async open(url: string, headers: Record<string, string>): Promise<IdleSocket> {
    const { hostname, port, host, pathname } = new URL(url);
    const connection = await Deno.connect({ hostname, port: Number(port) });
    const lines = [
      ...[`GET ${pathname} HTTP/1.1`, `Host: ${host}`, ...HANDSHAKE],
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    await connection.write(new TextEncoder().encode(`${lines.join("\r\n")}\r\n\r\n`));
    const idle = new IdleSocket(connection);
    await idle.#skipAnswer();
    return idle;
  }

  /** Says something, in one short or middling text frame, masked by zeros. */
  async say(message: unknown): Promise<void> {
    const text = new TextEncoder().encode(typeof message === "string" ? message : JSON.stringify(message));
    if (text.length > 125) throw new RangeError("Only short messages can be said");
    await this.connection.write(new Uint8Array([0x81, 0x80 | text.length, 0, 0, 0, 0, ...text]));
  }

  /** The next frame; a text, as all but the last are. */
  async read(): Promise<Frame> {
    for (;;) {
      await this.#have(2);
      const opcode = this.#bytes[0]! & 15;
      const { at, length } = await this.#header();
      await this.#have(at + length);
      const payload = this.#bytes.slice(at, at + length);
      this.#bytes = this.#bytes.subarray(at + length);
      if (opcode === 1) return JSON.parse(new TextDecoder().decode(payload));
      if (opcode === 8) throw new Error("The server closed the socket");
    }
  }

  async #header(): Promise<{ at: number; length: number }> {
    const short = this.#bytes[1]! & 127;
    if (short < 126) return { at: 2, length: short };
    await this.#have(10);
    const view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset);
    if (short === 126) return { at: 4, length: view.getUint16(2) };
    return { at: 10, length: Number(view.getBigUint64(2)) };
  }

  async #have(count: number): Promise<void> {
    while (this.#bytes.length < count) await this.#more();
  }

  async #skipAnswer(): Promise<void> {
    for (;;) {
      const end = new TextDecoder().decode(this.#bytes).indexOf("\r\n\r\n");
      if (end >= 0) {
        this.#bytes = this.#bytes.subarray(end + 4);
        return;
      }
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    const chunk = new Uint8Array(1 << 20);
    const count = await this.connection.read(chunk);
    if (count === null) throw new Error("The server hung up");
    const both = new Uint8Array(this.#bytes.length + count);
    both.set(this.#bytes);
    both.set(chunk.subarray(0, count), this.#bytes.length);
    this.#bytes = both;
  }

  [Symbol.dispose](): void {
    this.connection.close();
  }
}
