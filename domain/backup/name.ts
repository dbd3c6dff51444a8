import { isoFromMs, type Ms } from "../shared/time.ts";

/** How the names of a store's scheduled backups begin: several stores may share a folder. */
export function nameStart(storeId: string): string {
  return `andon-${storeId}-`;
}

/** `andon-<id>-20260131T081502Z.sqlite`, by the time in UTC. */
export function backupName(storeId: string, atMs: Ms): string {
  return `${nameStart(storeId)}${isoFromMs(atMs).replace(/\.\d+|[-:]/g, "")}.sqlite`;
}

/** Which store the scheduled backup with this name is of, and when it was made; undefined for every other name. */
export function readBackupName(name: string): { storeId: string; atMs: Ms } | undefined {
  const form = /^andon-([0-9a-f]{16})-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.sqlite$/;
  const [, storeId, ...parts] = form.exec(name) ?? [];
  if (storeId === undefined) return undefined;
  const [year = 0, month = 0, ...rest] = parts.map(Number);
  return { storeId, atMs: Date.UTC(year, month - 1, ...rest) };
}
