import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { Permissions } from "../cli/commands.ts";
import { SECRET_NAMES } from "../settings/secret_files.ts";
import type { Environment } from "../settings/settings.ts";
import { SETTINGS } from "../settings/settings_table.ts";

/** The settings that name a file. */
const FILES = [
  ...SECRET_NAMES.map((name) => `${name}_FILE`),
  ...Object.values(SETTINGS).map(({ name }) => name).filter((name) => name.endsWith("_FILE")),
];
const PROGRAM = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");

/** The flags by which Deno runs a command with the permissions that it needs, and no others. */
export function flagsOf(permissions: Permissions, environment: Environment, args: string[] = []): string[] {
  if (permissions === "all") return ["-A"];
  if (permissions === "none") return ["--no-prompt"];
  if (permissions === "serve") return permissionFlags(environment);
  if (permissions === "read folder" || permissions === "write folder") {
    return folderFlags(args, { environment, mayWrite: permissions === "write folder" });
  }
  if (permissions === "collect") return collectorFlags(environment);
  const isBucket = environment.BACKUP_TO?.includes("://") ?? false;
  const hasNet = permissions === "store and net" || permissions === "store and backups" && isBucket;
  const net = hasNet ? ["--allow-net"] : [];
  return ["--no-prompt", "--allow-env", "--allow-read", "--allow-write", ...net];
}

/** Connections and one folder, with the program and the files of secrets. By a task the folder is not known here. */
function folderFlags(
  args: string[],
  { environment, mayWrite }: { environment: Environment; mayWrite: boolean },
): string[] {
  const folders = args.filter((arg) => !arg.startsWith("-")).map(escaped);
  const { ANDON_KEY_FILE: key = "", ANDON_SECRETS_DIR: secrets = "" } = environment;
  const read = [PROGRAM, key, secrets].filter((path) => path !== "").map(escaped);
  const paths = (own: string[]) => folders.length === 0 ? "" : `=${own.join(",")}`;
  const write = mayWrite ? [`--allow-write${paths(folders)}`] : [];
  return [
    "--no-prompt",
    "--allow-net",
    "--allow-env",
    `--allow-read${paths([...read, ...folders])}`,
    ...write,
  ];
}

/**
 * The permissions of `deno task start` and `deno task simulator`: all connections and settings, but no programs and no
 * libraries of the machine; of its files the program, what the settings name, and for writing only the folders of the store and its backups.
 */
export function permissionFlags(environment: Environment): string[] {
  const folders = storeFolders(environment);
  // The socket of systemd, over which Andon says that it is alive.
  const socket = environment.NOTIFY_SOCKET ? [environment.NOTIFY_SOCKET] : [];
  const files = FILES.map((name) => environment[name]?.trim() ?? "").filter((path) => path !== "");
  return [
    "--no-prompt",
    "--allow-net",
    "--allow-env",
    "--allow-sys=hostname,homedir",
    `--allow-read=${[PROGRAM, ...folders, ...files, ...socket].map(escaped).join(",")}`,
    `--allow-write=${[...folders, ...socket].map(escaped).join(",")}`,
  ];
}

/** Those of serving, but its file of settings may be anywhere, and it has no other store than its folder. */
function collectorFlags({ DATA_DIR }: Environment): string[] {
  const folder = DATA_DIR?.trim() || ".data";
  return [
    "--no-prompt",
    "--allow-net",
    "--allow-env",
    "--allow-sys=hostname,homedir",
    "--allow-read",
    `--allow-write=${escaped(folder)}`,
  ];
}

function storeFolders({ DATA_DIR, KV_URL, BACKUP_TO }: Environment): string[] {
  const folder = DATA_DIR?.trim() || ".data";
  const store = KV_URL?.trim() ?? "";
  const isFile = store !== "" && !store.startsWith(":") && !/^https?:/i.test(store);
  const backups = BACKUP_TO?.trim() ?? "";
  const isFolder = backups !== "" && !backups.includes("://");
  return [folder, ...isFile ? [dirname(store)] : [], ...isFolder ? [backups] : []];
}

/** A comma in a path is written twice. */
function escaped(path: string): string {
  return path.replaceAll(",", ",,");
}
