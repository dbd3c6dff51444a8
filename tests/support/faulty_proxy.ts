/** A TCP proxy between a process and its server that can be cut, slowed and held. */
export class FaultyProxy implements AsyncDisposable {
  readonly #listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  readonly #connections = new Set<Deno.TcpConn>();
  readonly #work = new Set<Promise<void>>();
  readonly #accepting: Promise<void>;
  #isClosed = false;
  #delayMs = 0;
  #isSwallowing = false;
  #held: PromiseWithResolvers<void> | undefined;

  constructor(readonly port: number) {
    this.#accepting = this.#accept();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#listener.addr.port}`;
  }

  /** Ends all connections, and refuses new ones until `mend`. */
  cut(): void {
    this.#isClosed = true;
    for (const connection of this.#connections) shut(connection);
  }

  /** Delays all data. */
  slow(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  /** Holds all data until `goOn`, without losing any. */
  hold(): void {
    this.#held ??= Promise.withResolvers();
  }

  goOn(): void {
    this.#held?.resolve();
    this.#held = undefined;
  }

  /** Loses what clients send, while the server is heard. */
  swallow(): void {
    this.#isSwallowing = true;
  }

  /** Ends all faults. */
  mend(): void {
    this.#isSwallowing = false;
    this.#isClosed = false;
    this.#delayMs = 0;
    this.goOn();
  }

  async #accept(): Promise<void> {
    for await (const client of this.#listener) {
      const served = this.#serve(client).finally(() => this.#work.delete(served));
      this.#work.add(served);
    }
  }

  async #serve(client: Deno.TcpConn): Promise<void> {
    const server = this.#isClosed
      ? undefined
      : await Deno.connect({ hostname: "127.0.0.1", port: this.port }).catch(() => undefined);
    if (server === undefined) return shut(client);
    this.#connections.add(client).add(server);
    await Promise.all([this.#pass(client, server, () => this.#isSwallowing), this.#pass(server, client)]);
    for (const connection of [client, server]) this.#connections.delete(connection);
  }

  async #pass(from: Deno.TcpConn, to: Deno.TcpConn, isLost = () => false): Promise<void> {
    try {
      const writer = to.writable.getWriter();
      for await (const chunk of from.readable) {
        if (this.#delayMs > 0) await new Promise((resolve) => setTimeout(resolve, this.#delayMs));
        while (this.#held !== undefined) await this.#held.promise;
        if (!isLost()) await writer.write(chunk);
      }
    } catch {
      // Cut, or one end has closed.
    }
    shut(from);
    shut(to);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.goOn();
    this.#listener.close();
    await this.#accepting.catch(() => {});
    await Promise.all(this.#work);
  }
}

function shut(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch {
    // It has ended already.
  }
}
