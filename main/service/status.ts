import { join } from "node:path";
import type { Settings } from "../../settings/types.ts";
import { backupFolder, type Layout, serviceEnvironment, settingsOf, versionOf } from "./layout.ts";
import { localAddress, localStatus } from "./local_health.ts";
import { unitProperties } from "./supervisor.ts";

const ASK_MS = 5_000;

/** What `andon service status` prints, and whether the service is ready. */
export async function serviceStatus(layout: Layout): Promise<{ text: string; isReady: boolean }> {
  const { LoadState, ActiveState, SubState, StateChangeTimestamp, NRestarts } = await unitProperties();
  if (LoadState !== "loaded") {
    return { text: "Andon is no service of this machine: andon service install", isReady: false };
  }
  const settings = settingsOf(await serviceEnvironment(layout));
  const status = await localStatus(settings, { path: "/readyz", withinMs: ASK_MS });
  const rows = [
    ["State", `${ActiveState} (${SubState}) since ${StateChangeTimestamp}, ${NRestarts} restarts`],
    ["Version", await versionOf(layout.link)],
    ["Address", localAddress(settings)],
    [
      "Health",
      status === 200
        ? "ready"
        : status === undefined
        ? "does not answer"
        : `not ready: ${status} for /readyz`,
    ],
    ["Newest backup", await newestBackup(settings)],
  ];
  return {
    text: rows.map(([name, value]) => `${`${name}:`.padEnd(15)}${value}`).join("\n"),
    isReady: status === 200,
  };
}

/** Of upgrades and of scheduled backups, except in a bucket, which only Andon itself may read. */
async function newestBackup(settings: Settings): Promise<string> {
  const place = settings.backup?.place;
  const folders = [backupFolder(settings), ...place?.kind === "folder" ? [place.path] : []];
  const found = (await Promise.all([...new Set(folders)].map(backupsIn))).flat();
  const newest = found.toSorted((one, other) => other.atMs - one.atMs)[0];
  const text = newest === undefined
    ? `none in ${folders.join(" and ")}`
    : `${newest.path}, ${new Date(newest.atMs).toISOString()}`;
  return place?.kind === "bucket" ? `${text}; those in the bucket are on the health page` : text;
}

/** A backup is complete when its manifest is there. */
async function backupsIn(folder: string): Promise<{ path: string; atMs: number }[]> {
  const found = await Array.fromAsync(Deno.readDir(folder)).catch(() => []);
  const names = found.map(({ name }) => name).filter((name) => name.endsWith(".sqlite.json"));
  return await Promise.all(names.map(async (name) => {
    const path = join(folder, name);
    return { path: path.replace(/\.json$/, ""), atMs: (await Deno.stat(path)).mtime?.getTime() ?? 0 };
  }));
}
