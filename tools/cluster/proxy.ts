/** A small TCP proxy on loopback: each connection goes to the next ready process. For trials, not for production. */
export interface ClusterProxy extends AsyncDisposable {
  url: string;
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** 0: any free one. */
  port: number;
  /** `http://127.0.0.1:8001` and the like. */
  processes: readonly string[];
  checkEveryMs?: number;
  /** How long a connection waits until a process is ready. */
  longestWaitMs?: number;
}

const CHECK_DEADLINE_MS = 1_000;
const MOST_CONNECTIONS = 1_000;
/** After this many failed checks in a row the connections to a process are closed. */
const DROPPED_AFTER_CHECKS = 5;

export function startProxy(options: ProxyOptions): ClusterProxy {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: options.port });
  const proxy = new Proxying(listener, options);
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    close: () => proxy.close(),
    [Symbol.asyncDispose]: () => proxy.close(),
  };
}

class Proxying {
  readonly #connections = new Set<Deno.TcpConn>();
  readonly #serverOf = new Map<Deno.TcpConn, string>();
  readonly #absences = new Map<string, number>();
  readonly #work = new Set<Promise<void>>();
  readonly #ending = new AbortController();
  #ready: string[] = [];
  #turn = 0;

  constructor(readonly listener: Deno.TcpListener, readonly options: ProxyOptions) {
    this.#track(this.#accept());
    this.#track(this.#checkAll());
  }

  async close(): Promise<void> {
    this.#ending.abort();
    this.listener.close();
    for (const connection of this.#connections) shut(connection);
    await Promise.all(this.#work);
  }

  #track(work: Promise<void>): void {
    const tracked = work.catch(() => {}).finally(() => this.#work.delete(tracked));
    this.#work.add(tracked);
  }

  async #accept(): Promise<void> {
    for await (const client of this.listener) {
      if (this.#connections.size > 2 * MOST_CONNECTIONS) shut(client);
      else this.#track(this.#serve(client));
    }
  }

  async #serve(client: Deno.TcpConn): Promise<void> {
    this.#connections.add(client);
    const found = await this.#connect();
    if (found !== undefined) {
      const { server, process } = found;
      this.#serverOf.set(server, process);
      this.#connections.add(server);
      await Promise.allSettled([pipe(client, server), pipe(server, client)]);
      this.#connections.delete(server);
      this.#serverOf.delete(server);
      shut(server);
    }
    this.#connections.delete(client);
    shut(client);
  }

  /** Connects to the next ready process; undefined when there was none for too long. */
  async #connect(): Promise<{ server: Deno.TcpConn; process: string } | undefined> {
    const until = performance.now() + (this.options.longestWaitMs ?? 15_000);
    while (performance.now() < until && !this.#ending.signal.aborted) {
      const chosen = this.#ready[this.#turn++ % Math.max(1, this.#ready.length)];
      if (chosen !== undefined) {
        const { hostname, port } = new URL(chosen);
        const server = await Deno.connect({ hostname, port: Number(port) }).catch(() => undefined);
        if (server !== undefined) return { server, process: chosen };
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return undefined;
  }

  async #checkAll(): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const checks = this.options.processes.map((url) => isReady(url, this.#ending.signal));
      const found = await Promise.all(checks);
      this.#ready = this.options.processes.filter((_, i) => found[i]);
      this.options.processes.forEach((process, i) => this.#note(process, found[i]));
      await new Promise((resolve) => setTimeout(resolve, this.options.checkEveryMs ?? 100));
    }
  }

  #note(process: string, isReady: boolean): void {
    const absences = isReady ? 0 : (this.#absences.get(process) ?? 0) + 1;
    this.#absences.set(process, absences);
    if (absences !== DROPPED_AFTER_CHECKS) return;
    for (const [server, of] of this.#serverOf) if (of === process) shut(server);
  }
}

async function isReady(url: string, ending: AbortSignal): Promise<boolean> {
  try {
    const signal = AbortSignal.any([ending, AbortSignal.timeout(CHECK_DEADLINE_MS)]);
    const answer = await fetch(`${url}/readyz`, { signal });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** Pipes one direction; an error closes both connections. */
async function pipe(from: Deno.TcpConn, to: Deno.TcpConn): Promise<void> {
  try {
    await from.readable.pipeTo(to.writable);
  } catch {
    shut(from);
    shut(to);
  }
}

function shut(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch {
    // It has ended already.
  }
}
