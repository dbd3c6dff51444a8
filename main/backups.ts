import { join, resolve } from "node:path";
import { afterTimeout } from "../concurrency/after.ts";
import type { ProxySettings } from "../connectors/outbound_fetch.ts";
import { Backups } from "../services/backups/backups.ts";
import type { Storage } from "../storage/contract.ts";
import { workerRunner } from "./backup_runner.ts";
import type { ServeOptions } from "./serve_options.ts";

/** Scheduled backups of the settings; undefined without BACKUP_TO. */
export function createBackups(
  { options, storage, proxy }: { options: ServeOptions; storage: Storage; proxy: ProxySettings },
): Backups | undefined {
  const { settings: { backup, kvUrl, dataDir, outboundAllow, secretsKeyPrevious }, secretsKey, log } =
    options;
  if (backup === null) return undefined;
  const { place, at, keep } = backup;
  return new Backups({
    runner: workerRunner({
      place,
      store: resolve(kvUrl),
      storeId: storage.id,
      secretsKeys: { current: secretsKey, previous: secretsKeyPrevious },
      work: join(resolve(dataDir), "backup-work"),
      keep,
      outboundAllow,
      alwaysAllow: options.alwaysAllow,
      proxy,
    }),
    conditions: storage.ownConditions,
    at,
    to: place.kind,
    firstMs: options.backupMs,
    now: Date.now,
    after: afterTimeout,
    log,
  });
}
