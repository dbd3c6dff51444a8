/**
 * What a command may do: everything; what serving needs; what collecting needs; the store's file, with or without
 * connections, or with those to a bucket of backups; read or write the folder that it is given, with connections; nothing.
 */
export type Permissions =
  | "all"
  | "serve"
  | "collect"
  | "store"
  | "store and net"
  | "store and backups"
  | "read folder"
  | "write folder"
  | "none";

export interface Command {
  /** What follows its name. */
  args: string;
  summary: string;
  permissions: Permissions;
  /** What a shell completes after its name, besides files. */
  words?: readonly string[];
}

/** All commands of `andon` and of `main.ts`. */
export const COMMANDS = {
  start: { args: "", summary: "Runs Andon. Settings are environment variables", permissions: "serve" },
  dev: { args: "", summary: "Runs Andon with a simulated plant and demo templates", permissions: "all" },
  config: {
    args: "[start|dev|--help]",
    summary: "Prints the settings in effect, or all there are",
    permissions: "all",
    words: ["start", "dev"],
  },
  collector: {
    args: "<file> [--check]",
    summary: "Takes in what machines send, keeps it on disk and pushes it to an Andon elsewhere",
    permissions: "collect",
    words: ["--check"],
  },
  simulator: {
    args: "[pi]",
    summary: "Runs the simulated plant alone, behind Data Hub or a PI Web API",
    permissions: "serve",
    words: ["pi"],
  },
  backup: {
    args: "[file]",
    summary: "Writes a copy of the store, which may be in use",
    permissions: "store",
  },
  restore: {
    args: "[backup]",
    summary:
      "Restores a file, or a backup by its name at BACKUP_TO, where no store exists yet; without one it lists them",
    permissions: "store and backups",
  },
  audit: {
    args: "verify [file] [--head=<head>] [--key=<fingerprint>]",
    summary: "Verifies the sealed audit log of the store or of a backup",
    permissions: "store",
    words: ["verify", "--head=", "--key="],
  },
  admin: {
    args: "[name]",
    summary: "Creates an administrator, or gives one a new password",
    permissions: "store and net",
  },
  service: {
    args: "install|status|uninstall [--dry-run] [--root=<folder>]",
    summary:
      "Runs this bundle as a service of systemd; --root prepares another file system, such as an image's",
    permissions: "all",
    words: ["install", "status", "uninstall", "--dry-run", "--root="],
  },
  upgrade: {
    args: "<bundle>",
    summary: "Backs up, upgrades the service to a bundle, and takes it back if it does not become ready",
    permissions: "all",
  },
  completions: {
    args: "bash|powershell",
    summary: "Prints a script by which a shell completes commands",
    permissions: "none",
    words: ["bash", "powershell"],
  },
  export: {
    args: "<folder>",
    summary: "Writes the plant of a running Andon into a folder, as YAML",
    permissions: "write folder",
  },
  apply: {
    args: "<folder> [--dry-run] [--prune] [--upgrade] [--secrets]",
    summary: "Makes a running Andon as a folder says, and prints the difference first",
    permissions: "read folder",
    words: ["--dry-run", "--prune", "--upgrade", "--secrets"],
  },
  version: { args: "", summary: "Prints the versions of Andon and Deno", permissions: "none" },
} as const satisfies Record<string, Command>;

export type CommandName = keyof typeof COMMANDS;

/** Exit codes of all commands, and what they mean. */
export const EXIT_CODES = {
  done: { code: 0, meaning: "done, or ended by a signal" },
  failed: { code: 1, meaning: "failed; for audit verify: the log was changed" },
  refused: { code: 2, meaning: "a wrong argument, setting or file, which a line names" },
  differs: { code: 3, meaning: "apply --dry-run: there are differences" },
} as const;

export function isCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}
