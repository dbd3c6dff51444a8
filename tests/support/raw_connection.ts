/** A connection that sends what it is told, and remembers what came back and that it was closed. */
export class RawConnection implements Disposable {
  text = "";
  isClosed = false;
  readonly #connection: Deno.TcpConn;

  private constructor(connection: Deno.TcpConn) {
    this.#connection = connection;
    this.#read();
  }

  static async open(port: number, first = ""): Promise<RawConnection> {
    const opened = new RawConnection(await Deno.connect({ hostname: "127.0.0.1", port }));
    if (first !== "") await opened.send(first);
    return opened;
  }

  async send(text: string): Promise<void> {
    await this.#connection.write(new TextEncoder().encode(text)).catch(() => {});
  }

  /** Ends what this side sends; the other side may still answer. */
  async endSending(): Promise<void> {
    await this.#connection.closeWrite();
  }

  get status(): number {
    return Number(this.text.split(" ")[1]);
  }

  async #read(): Promise<void> {
    const buffer = new Uint8Array(16_384);
    const decoder = new TextDecoder();
    try {
      for (let length; (length = await this.#connection.read(buffer)) !== null;) {
        this.text += decoder.decode(buffer.subarray(0, length), { stream: true });
      }
    } catch {
      // It was reset, or closed by the test.
    }
    this.isClosed = true;
  }

  [Symbol.dispose](): void {
    try {
      this.#connection.close();
    } catch {
      // The read has noticed the end already.
    }
  }
}
