import type { Ms } from "../../domain/shared/time.ts";
import type { FromClient, ToClient } from "./messages.ts";

/** A worker that tells no beat for so long hangs. It needs some time to load the library. */
const HANGS_MS = 30_000;
const WATCH_MS = 1_000, STOP_MS = 2_000;
const LEAST_WAIT_MS = 1_000, MOST_WAIT_MS = 60_000;
/** What lived so long begins anew at once. */
const LIVED_MS = 60_000;

/**
 * What the library reads when it is loaded: its switches, and the names of folders, which it never opens. It reaches no file,
 * no program, and of the environment nothing else.
 */
const PERMISSIONS = {
  net: true,
  env: [
    ...["NODEOPCUA*", "NODE_NDEBUG", "DEBUG", "DEBUG_CLASS", "DISPLAY_ASSERT", "VERBOSE", "FULLBUFFER"],
    ...["ARRAYLENGTH", "CURRENT_CPU", "IGNORE_SUBTLE_FROM_CRYPTO", "TMPDIR", "TMP", "TEMP", "HOME"],
    "USERPROFILE",
    ...["XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "APPDATA", "LOCALAPPDATA"],
  ],
  sys: ["hostname", "homedir"],
  read: false,
  write: false,
  run: false,
  ffi: false,
  import: false,
};

export interface ClientWorkerOptions {
  /** Default: the one with the library. */
  url?: URL;
  now: () => Ms;
  random: () => number;
  /** A worker has begun, the first or another one after it ended. */
  onStart(): void;
  onMessage(message: FromClient): void;
  onEnd(reason: string): void;
}

/** The worker with the library. It begins anew when it dies or hangs. */
export class ClientWorker {
  #worker: Worker | undefined;
  #watch: ReturnType<typeof setInterval> | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #beatMs = 0;
  #startedMs = 0;
  #deaths = 0;
  #isClosed = false;

  constructor(private readonly options: ClientWorkerOptions) {}

  start(): void {
    const { url = new URL("./worker.ts", import.meta.url), now, onMessage, onStart } = this.options;
    const worker = this.#worker = new Worker(url, {
      type: "module",
      name: "opc_ua",
      deno: { permissions: PERMISSIONS },
    } as WorkerOptions);
    this.#beatMs = this.#startedMs = now();
    worker.onmessage = ({ data }: MessageEvent<FromClient>) => {
      this.#beatMs = now();
      onMessage(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      this.restart(`The OPC UA client failed: ${event.message}`);
    };
    this.#watch = setInterval(() => {
      if (now() - this.#beatMs > HANGS_MS) this.restart("The OPC UA client hung");
    }, WATCH_MS);
    onStart();
  }

  post(message: ToClient): void {
    this.#worker?.postMessage(message);
  }

  /** Lets it end its session. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#again);
    const worker = this.#worker;
    if (worker === undefined) return;
    const ended = Promise.withResolvers<void>();
    const timer = setTimeout(() => ended.resolve(), STOP_MS);
    const { onMessage } = this.options;
    worker.onmessage = ({ data }: MessageEvent<FromClient>) => {
      if (data.type === "stopped") ended.resolve();
      else onMessage(data);
    };
    this.post({ type: "stop" });
    await ended.promise;
    clearTimeout(timer);
    this.#end();
  }

  /** Ends it, and begins anew after a wait that grows. */
  restart(reason: string): void {
    this.#end();
    if (this.#isClosed) return;
    const { now, random, onEnd } = this.options;
    this.#deaths = now() - this.#startedMs > LIVED_MS ? 0 : this.#deaths + 1;
    const waitMs = Math.min(MOST_WAIT_MS, LEAST_WAIT_MS * 2 ** this.#deaths) * (0.8 + 0.4 * random());
    this.#again = setTimeout(() => this.start(), waitMs);
    onEnd(reason);
  }

  #end(): void {
    clearInterval(this.#watch);
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}
