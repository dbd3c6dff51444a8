import type { ProxySettings } from "../connectors/outbound_fetch.ts";
import type { BackupPlace } from "../domain/backup/target.ts";
import type { BackupRunner } from "../services/backups/backups.ts";
import type { Taken, TakeOptions } from "../services/backups/take.ts";

/** What the worker does: a look at the target, or a backup. */
export interface BackupJob extends Omit<TakeOptions, "target" | "now" | "random"> {
  what: "look" | "take";
  place: BackupPlace;
  outboundAllow: string;
  alwaysAllow: string[];
  proxy: ProxySettings;
}

export type BackupAnswer = { ok: true; taken: Taken } | { ok: false; reason: string };

/** A backup that takes longer hangs. */
const DEADLINE_MS = 6 * 3_600_000;

/** Runs each job in a worker of its own, one at a time. */
export function workerRunner(job: Omit<BackupJob, "what">): BackupRunner {
  let end: ((reason: string) => void) | undefined;
  const run = (what: BackupJob["what"]): Promise<Taken> => {
    if (end !== undefined) return Promise.reject(new Error("Another backup runs"));
    const answered = Promise.withResolvers<Taken>();
    const worker = new Worker(new URL("./backup_worker.ts", import.meta.url), {
      type: "module",
      name: "backup",
    });
    const fail = (reason: string) => answered.reject(new Error(reason));
    end = fail;
    const late = setTimeout(() => fail("It did not end within 6 hours"), DEADLINE_MS);
    worker.onmessage = ({ data }: MessageEvent<BackupAnswer>) =>
      data.ok ? answered.resolve(data.taken) : fail(data.reason);
    worker.onerror = (event) => {
      event.preventDefault();
      fail(`Its worker failed: ${event.message}`);
    };
    worker.postMessage({ ...job, what } satisfies BackupJob);
    return answered.promise.finally(() => {
      clearTimeout(late);
      worker.terminate();
      end = undefined;
    });
  };
  return {
    look: async () => (await run("look")).kept,
    take: () => run("take"),
    close: () => end?.("Andon ends"),
  };
}
