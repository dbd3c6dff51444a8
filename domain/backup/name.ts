import { isoFromMs, type Ms } from "../shared/time.ts";

/** How the names of a store's scheduled backups begin: several stores may share a folder. */
export function nameStart(storeId: string): string {
  return `andon-${storeId}-`;
}

/** `andon-<id>-20260131T081502Z.sqlite`, by the time in UTC. */
export function backupName(storeId: string, atMs: Ms): string {
  return `${nameStart(storeId)}${isoFromMs(atMs).replace(/\.\d+|[-:]/g, "")}.sqlite`;
}

/** When the scheduled backup of this store with this name was made; undefined for every other name. */
export function timeOfName(name: string, storeId: string): Ms | undefined {
  if (!name.startsWith(nameStart(storeId))) return undefined;
  const form = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.sqlite$/;
  const [, ...parts] = form.exec(name.slice(nameStart(storeId).length)) ?? [];
  if (parts.length === 0) return undefined;
  const [year = 0, month = 0, ...rest] = parts.map(Number);
  return Date.UTC(year, month - 1, ...rest);
}
