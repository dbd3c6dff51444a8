import { join } from "node:path";
import { sleep } from "../../concurrency/sleep.ts";
import { errorSentence } from "../../domain/shared/refusal.ts";
import type { Log } from "../../domain/shared/log.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Settings } from "../../settings/types.ts";
import { type Listening, localStatus } from "./local_health.ts";

export interface WatchOptions {
  /** Whether Andon answers. */
  isAlive(): Promise<boolean>;
  /** Tells the service manager, as sd_notify(3) does. False: it could not be told. */
  notify(message: string): Promise<boolean>;
  /** How long the service manager waits for a sign of life; undefined if it does not. */
  withinMs: Ms | undefined;
  signal: AbortSignal;
  wait?(ms: Ms, signal: AbortSignal): Promise<void>;
}

const UNTIL_READY_MS = 250;
const ASK_MS = 10_000;

/**
 * Says that Andon is ready once it answers, and from then on that it is alive, as long as it answers. What hangs is
 * silent, and is restarted.
 */
export async function watch(
  { isAlive, notify, withinMs, signal, wait = sleep }: WatchOptions,
): Promise<void> {
  let isReady = false;
  while (!signal.aborted) {
    if (await isAlive() && await notify(isReady ? "WATCHDOG=1" : "READY=1\nWATCHDOG=1")) {
      isReady = true;
      if (withinMs === undefined) return;
    }
    // Three tries in the time that there is.
    await wait(isReady && withinMs !== undefined ? withinMs / 3 : UNTIL_READY_MS, signal);
  }
}

/** Where systemd has started this process, tells it whether Andon answers `/healthz`. */
export function startWatchdog(settings: Listening & Pick<Settings, "dataDir">, log: Log): Disposable {
  const { NOTIFY_SOCKET: to, WATCHDOG_USEC } = Deno.env.toObject();
  const ended = new AbortController(), { signal } = ended;
  if (to) {
    const from = join(settings.dataDir, "notify");
    const notify = async (message: string) => {
      const failed = await send(message, { to, from }).catch(errorSentence);
      if (failed !== undefined) log("error", "systemd is not told that Andon runs", { reason: failed });
      return failed === undefined;
    };
    const isAlive = async () => await localStatus(settings, { path: "/healthz", withinMs: ASK_MS }) === 200;
    const withinMs = WATCHDOG_USEC === undefined ? undefined : Number(WATCHDOG_USEC) / 1000;
    watch({ isAlive, notify, withinMs, signal }).catch(() => {});
  }
  return { [Symbol.dispose]: () => ended.abort() };
}

/** Deno sends only from a socket with a path, and may write only here. One that a killed process left is replaced. */
async function send(message: string, { to, from }: { to: string; from: string }): Promise<undefined> {
  await Deno.remove(from).catch(() => {});
  const socket = Deno.listenDatagram({ transport: "unixpacket", path: from });
  try {
    await socket.send(new TextEncoder().encode(message), { transport: "unixpacket", path: to });
  } finally {
    socket.close();
    await Deno.remove(from);
  }
}
