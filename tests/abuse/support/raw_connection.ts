const DEADLINE_MS = 90_000;

/** A TCP connection to Andon: what is written goes out as it is. */
export class RawConnection implements Disposable {
  #answers = "";
  #isEnded = false;
  readonly #reading: Promise<void>;

  private constructor(private readonly connection: Deno.TcpConn) {
    this.#reading = this.#read();
  }

  static async open(baseUrl: string): Promise<RawConnection> {
    const { hostname, port } = new URL(baseUrl);
    return new RawConnection(await Deno.connect({ hostname, port: Number(port) }));
  }

  /** All that came so far. */
  get answers(): string {
    return this.#answers;
  }

  /** The status of each answer that came so far. */
  get statuses(): number[] {
    return [...this.#answers.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status));
  }

  /** Andon has closed or reset the connection. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Writes all of it, unless the connection ends; returns how many bytes went out. */
  async write(text: string | Uint8Array): Promise<number> {
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    let written = 0;
    try {
      while (written < bytes.length && !this.#isEnded) {
        written += await this.connection.write(bytes.subarray(written));
      }
    } catch {
      this.#isEnded = true;
    }
    return written;
  }

  /** Waits until Andon has closed the connection. False: it has not by the deadline. */
  async ended(): Promise<boolean> {
    const timer = setTimeout(() => this[Symbol.dispose](), DEADLINE_MS);
    const begun = performance.now();
    await this.#reading;
    clearTimeout(timer);
    return performance.now() - begun < DEADLINE_MS;
  }

  async #read(): Promise<void> {
    const buffer = new Uint8Array(64 * 1024);
    const decoder = new TextDecoder();
    try {
      for (let count = await this.connection.read(buffer); count !== null;) {
        this.#answers += decoder.decode(buffer.subarray(0, count), { stream: true });
        count = await this.connection.read(buffer);
      }
    } catch {
      // A reset ends the connection like a close.
    }
    this.#isEnded = true;
  }

  [Symbol.dispose](): void {
    try {
      this.connection.close();
    } catch {
      // It is closed already.
    }
  }
}

/** The head of a request, with the lines that a proxy or browser would send. */
export function head(line: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ Host: "localhost", ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`${line} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}
