/** Of a frame: the bit of the last fragment, and the kind. */
const FIRST_BYTES = { text: 0x01, more: 0x00, last: 0x80 };

/** A WebSocket by hand: what no browser's WebSocket can be made to send. */
export class RawSocket implements Disposable {
  #isClosed = false;

  private constructor(
    readonly connection: Deno.TcpConn,
    /** The status and headers of the handshake's answer, and as much of a refusal's body as came with them. */
    readonly answer: string,
  ) {}

  static async open(url: string, headers: Record<string, string>): Promise<RawSocket> {
    const { hostname, port, pathname } = new URL(url);
    const connection = await Deno.connect({ hostname, port: Number(port) });
    const all = {
      "Host": `${hostname}:${port}`,
      "Connection": "Upgrade",
      "Upgrade": "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`).join("");
    await connection.write(new TextEncoder().encode(`GET ${pathname} HTTP/1.1\r\n${lines}\r\n`));
    const bytes = new Uint8Array(16_384);
    const length = await connection.read(bytes) ?? 0;
    return new RawSocket(connection, new TextDecoder().decode(bytes.subarray(0, length)));
  }

  get status(): number {
    return Number(this.answer.split(" ")[1]);
  }

  /** A fragment of a text: its first, one in the middle, or its last. False: the connection is closed. */
  async send(fragment: "text" | "more" | "last", payload: Uint8Array): Promise<boolean> {
    const head = new Uint8Array(14);
    const view = new DataView(head.buffer);
    head[0] = FIRST_BYTES[fragment];
    head[1] = 0x80 | 127;
    view.setBigUint64(2, BigInt(payload.length));
    return await this.#write(head) && await this.#write(payload);
  }

  /** The code of the server's close frame; null if the connection ends without one. */
  async closeCode(): Promise<number | null> {
    const buffer = new Uint8Array(65_536);
    const seen: number[] = [];
    for (;;) {
      const length = await this.connection.read(buffer).catch(() => null);
      if (length === null) return null;
      for (const byte of buffer.subarray(0, length)) seen.push(byte);
      const code = closeCodeIn(seen);
      if (code !== undefined) return code;
    }
  }

  /** What the server sends, up to and with a word. */
  async textWith(word: string): Promise<string> {
    const buffer = new Uint8Array(65_536);
    let text = "";
    while (!text.includes(word)) {
      const length = await this.connection.read(buffer);
      if (length === null) throw new Error(`The server closed before it said ${word}: ${text}`);
      text += new TextDecoder().decode(buffer.subarray(0, length));
    }
    return text;
  }

  [Symbol.dispose](): void {
    if (!this.#isClosed) this.connection.close();
    this.#isClosed = true;
  }

  async #write(bytes: Uint8Array): Promise<boolean> {
    try {
      for (let from = 0; from < bytes.length;) from += await this.connection.write(bytes.subarray(from));
      return true;
    } catch {
      return false;
    }
  }
}

/** Reads frames from the start; a server's frames are not masked. */
function closeCodeIn(bytes: readonly number[]): number | undefined {
  for (let at = 0; at + 2 <= bytes.length;) {
    const short = bytes[at + 1]!;
    const [length, head] = short === 126 ? [bytes[at + 2]! * 256 + bytes[at + 3]!, 4] : [short, 2];
    if ((bytes[at]! & 0x0f) === 8) return bytes[at + 2]! * 256 + bytes[at + 3]!;
    at += head + length;
  }
  return undefined;
}
