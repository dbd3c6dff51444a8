import { createSocket } from "node:dgram";
import { joinedBytes } from "../../domain/shared/bytes.ts";
import { Fifo } from "../../domain/shared/fifo.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { sleep } from "../../concurrency/sleep.ts";

export interface SyslogReceiver {
  protocol: "udp" | "tcp" | "tls";
  hostname: string;
  port: number;
}

export interface SyslogSenderOptions {
  receiver: SyslogReceiver;
  log(level: "info" | "warn", message: string, fields: Record<string, unknown>): void;
  /** Certificates to trust besides those of the system, PEM. */
  caCerts?: string[];
  /** Between attempts to connect, doubled up to thirty times as long; the default is 1 s. */
  retryMs?: Ms;
}

/** More messages that wait are lost. */
const MOST_WAITING = 10_000;
const RETRY_MS: Ms = 1_000;
const LONGEST_RETRIES = 30;
const CONNECT_MS: Ms = 10_000;
/** A receiver that takes nothing for so long is connected to again. */
const WRITE_MS: Ms = 10_000;
const LAST_WRITES_MS: Ms = 500;
const LOSS_REPORTED_EACH_MS: Ms = 60_000;

/** Where messages go: resolves when one is handed over to the network. */
interface Connection extends Disposable {
  write(message: Uint8Array<ArrayBuffer>): Promise<void>;
}

/**
 * Sends messages to a syslog server, in order: over UDP (RFC 5426), or over TCP or TLS with octet counting (RFC 6587,
 * RFC 5425). Nobody waits for it: messages wait in a bounded queue while the server is away, and those beyond it are
 * counted as lost.
 */
export class SyslogSender {
  readonly counts = { sent: 0, lost: 0 };
  readonly #waiting = new Fifo<Uint8Array<ArrayBuffer>>();
  readonly #ending = new AbortController();
  #sending: Promise<void> | undefined;
  #connection: Connection | undefined;
  #lossReportedMs = -Infinity;

  constructor(readonly options: SyslogSenderOptions) {}

  get waiting(): number {
    return this.#waiting.size;
  }

  send(message: Uint8Array<ArrayBuffer>): void {
    if (this.#ending.signal.aborted || this.#waiting.size >= MOST_WAITING) return this.#lose();
    this.#waiting.push(message);
    this.#sending ??= this.#sendAll().finally(() => this.#sending = undefined);
  }

  /** Sends what waits, for half a second at most. */
  async close(): Promise<void> {
    const over = new AbortController();
    await Promise.race([this.#sending, sleep(LAST_WRITES_MS, over.signal)]);
    over.abort();
    this.#ending.abort();
    this.#connection?.[Symbol.dispose]();
    await this.#sending;
    for (; this.#waiting.size > 0; this.#waiting.shift()) this.#lose();
  }

  async #sendAll(): Promise<void> {
    const { signal } = this.#ending;
    for (let failures = 0; this.#waiting.size > 0 && !signal.aborted;) {
      try {
        await this.#sendFirst();
        if (failures > 0) this.#log("info", "The syslog server takes audit entries again", {});
        failures = 0;
      } catch (error) {
        this.#disconnect();
        if (signal.aborted) return;
        if (failures++ === 0) {
          this.#log("warn", "Audit entries cannot be sent to the syslog server", { error: String(error) });
        }
        await sleep(this.#pauseMs(failures), signal).catch(() => {});
      }
    }
  }

  /** A message stays in the queue until it is written: one that fails is sent again. */
  async #sendFirst(): Promise<void> {
    const message = this.#waiting.peek();
    if (message === undefined) return;
    this.#connection ??= await this.#connected();
    const connection = this.#connection;
    const stuck = setTimeout(() => connection[Symbol.dispose](), WRITE_MS);
    try {
      await connection.write(message);
    } finally {
      clearTimeout(stuck);
    }
    this.#waiting.shift();
    this.counts.sent++;
  }

  /** Deno's own attempt cannot be stopped: a connection that comes too late is closed. */
  async #connected(): Promise<Connection> {
    const over = new AbortController();
    const opening = open(this.options, () => this.#disconnect());
    const late = sleep(CONNECT_MS, AbortSignal.any([over.signal, this.#ending.signal]))
      .then(() => Promise.reject(new Error("The connection timed out")));
    try {
      return await Promise.race([opening, late]);
    } catch (error) {
      opening.then((connection) => connection[Symbol.dispose](), () => {});
      throw error;
    } finally {
      over.abort();
    }
  }

  #disconnect(): void {
    this.#connection?.[Symbol.dispose]();
    this.#connection = undefined;
  }

  #pauseMs(failures: number): Ms {
    return (this.options.retryMs ?? RETRY_MS) * Math.min(LONGEST_RETRIES, 2 ** (failures - 1));
  }

  #lose(): void {
    this.counts.lost++;
    const nowMs = performance.now();
    if (nowMs - this.#lossReportedMs < LOSS_REPORTED_EACH_MS) return;
    this.#lossReportedMs = nowMs;
    this.#log("warn", "Audit entries were not sent to the syslog server", { lost: this.counts.lost });
  }

  #log(level: "info" | "warn", message: string, fields: Record<string, unknown>): void {
    const { receiver: { protocol, hostname, port }, log } = this.options;
    log(level, message, { server: `${protocol}://${hostname}:${port}`, ...fields });
  }
}

async function open({ receiver, caCerts }: SyslogSenderOptions, lost: () => void): Promise<Connection> {
  const { protocol, hostname, port } = receiver;
  if (protocol === "udp") return datagrams({ hostname, port });
  const connection = protocol === "tcp"
    ? await Deno.connect({ hostname, port })
    : await Deno.connectTls({ hostname, port, caCerts });
  return stream(connection, lost);
}

function datagrams({ hostname, port }: { hostname: string; port: number }): Connection {
  const socket = createSocket(hostname.includes(":") ? "udp6" : "udp4");
  let isOpen = true;
  // An error of a datagram comes to its callback too; without a listener it would end the process.
  socket.on("error", () => {});
  return {
    write: (message) =>
      new Promise((resolve, reject) =>
        socket.send(
          message,
          port,
          hostname,
          (error: Error | null) => error === null ? resolve() : reject(error),
        )
      ),
    [Symbol.dispose]() {
      if (isOpen) socket.close();
      isOpen = false;
    },
  };
}

/** The server sends nothing; that it has ended the connection shows in reading. */
function stream(connection: Deno.Conn, lost: () => void): Connection {
  let isOpen = true;
  const close = () => {
    if (isOpen) connection.close();
    isOpen = false;
  };
  void drained(connection).then(() => isOpen && lost());
  return {
    async write(message) {
      const framed = joinedBytes([new TextEncoder().encode(`${message.length} `), message]);
      for (let written = 0; written < framed.length;) {
        written += await connection.write(framed.subarray(written));
      }
    },
    [Symbol.dispose]: close,
  };
}

async function drained(connection: Deno.Conn): Promise<void> {
  const bytes = new Uint8Array(1_024);
  try {
    while (await connection.read(bytes) !== null);
  } catch {
    // The connection was closed, here or there.
  }
}
