/** A small TCP proxy on loopback: every connection goes to the process that leads. For trials, not for production. */
export interface ClusterProxy extends AsyncDisposable {
  url: string;
}

export interface ProxyOptions {
  /** 0: any free one. */
  port: number;
  /** `http://127.0.0.1:8001` and the like. */
  processes: readonly string[];
}

const CHECK_EVERY_MS = 100;
const CHECK_DEADLINE_MS = 1_000;
/** After this many failed checks in a row the connections to a process are closed. */
const DROPPED_AFTER_CHECKS = 5;

export function startProxy({ port, processes }: ProxyOptions): ClusterProxy {
  const listener = Deno.listen({ hostname: "127.0.0.1", port });
  const ending = new AbortController();
  const open = new Map<Deno.TcpConn, string | undefined>();
  const failures = new Map<string, number>();
  let leader: string | undefined;

  async function check(url: string): Promise<void> {
    const leads = await isLeading(url, ending.signal);
    if (leads) leader = url;
    else if (leader === url) leader = undefined;
    const failed = leads ? 0 : (failures.get(url) ?? 0) + 1;
    failures.set(url, failed);
    if (failed !== DROPPED_AFTER_CHECKS) return;
    for (const [connection, of] of open) if (of === url) shut(connection);
  }

  async function checkAgain(): Promise<void> {
    while (!ending.signal.aborted) {
      await Promise.all(processes.map(check));
      await pause(CHECK_EVERY_MS);
    }
  }

  async function accept(): Promise<void> {
    for await (const client of listener) void serve(client);
  }

  /** The client waits while no process leads. */
  async function serve(client: Deno.TcpConn): Promise<void> {
    open.set(client, undefined);
    let server: Deno.TcpConn | undefined;
    while (server === undefined && !ending.signal.aborted) {
      const to = leader;
      if (to !== undefined) {
        server = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(to).port) }).catch(() =>
          undefined
        );
        if (server !== undefined) open.set(server, to);
      }
      if (server === undefined) await pause(CHECK_EVERY_MS / 2);
    }
    if (server !== undefined) await Promise.all([pipe(client, server), pipe(server, client)]);
    for (const ended of [client, server]) {
      if (ended === undefined) continue;
      shut(ended);
      open.delete(ended);
    }
  }

  const running = Promise.allSettled([checkAgain(), accept()]);
  return {
    url: `http://127.0.0.1:${listener.addr.port}`,
    async [Symbol.asyncDispose]() {
      ending.abort();
      listener.close();
      for (const connection of open.keys()) shut(connection);
      await running;
    },
  };
}

async function isLeading(url: string, ending: AbortSignal): Promise<boolean> {
  try {
    const signal = AbortSignal.any([ending, AbortSignal.timeout(CHECK_DEADLINE_MS)]);
    const answer = await fetch(`${url}/leaderz`, { signal });
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

/** One direction; an error closes both connections. */
async function pipe(from: Deno.TcpConn, to: Deno.TcpConn): Promise<void> {
  await from.readable.pipeTo(to.writable).catch(() => {
    shut(from);
    shut(to);
  });
}

function shut(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch {
    // It has ended already.
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
