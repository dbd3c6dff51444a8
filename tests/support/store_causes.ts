import { DatabaseSync } from "node:sqlite";

/** The affected process and the folder of its store. */
export interface Sufferer {
  pid: number;
  dataDir: string;
}

/** A real cause of store failures, started and ended from outside the process. */
export interface StoreCause {
  readonly name: string;
  /** The text in refusals, `/readyz` and the log. */
  readonly says: RegExp;
  /** Small writes that fit SQLite's log still succeed. */
  readonly leavesRoom?: true;
  /** Prepares the store's folder and returns it. */
  place(): Promise<string>;
  begin(on: Sufferer): void;
  end(on: Sufferer): void;
  /** Removes the folder. */
  leave(dataDir: string): Promise<void>;
}

const KV_FILE = "andon.sqlite";

const inTempDir = {
  place: () => Deno.makeTempDir(),
  leave: (dataDir: string) => Deno.remove(dataDir, { recursive: true }),
};

/** The process may write no file beyond its first bytes; it is started with SIGXFSZ ignored. */
const fileSizeLimit: StoreCause = {
  ...inTempDir,
  name: "a limit of file sizes is reached",
  says: /errors on its disk, which may be full/,
  begin: ({ pid }) => run("prlimit", ["--pid", String(pid), "--fsize=4096:unlimited"]),
  end: ({ pid }) => run("prlimit", ["--pid", String(pid), "--fsize=unlimited:unlimited"]),
};

/** SQLite's own refusal, caused through the database itself, which needs no rights. */
const readOnlyDatabase: StoreCause = {
  ...inTempDir,
  name: "the database is read-only",
  says: /read-only; make it writable/,
  begin: ({ dataDir }) =>
    onDatabase(dataDir, [
      ..."INSERT UPDATE DELETE".split(" ").map((write) =>
        `CREATE TRIGGER read_only_${write} BEFORE ${write} ON kv
         BEGIN SELECT RAISE(ABORT, 'attempt to write a readonly database'); END`
      ),
    ]),
  end: ({ dataDir }) =>
    onDatabase(dataDir, "INSERT UPDATE DELETE".split(" ").map((write) => `DROP TRIGGER read_only_${write}`)),
};

let leader: DatabaseSync | undefined;

function letGo(): void {
  leader?.close();
  leader = undefined;
}

/** This process locks it. */
const lockedByOther: StoreCause = {
  ...inTempDir,
  name: "another process has locked the database",
  says: /locked by another process/,
  begin({ dataDir }) {
    leader = new DatabaseSync(`${dataDir}/${KV_FILE}`, { timeout: 5_000 });
    leader.exec("BEGIN EXCLUSIVE");
  },
  end: letGo,
  async leave(dataDir) {
    letGo();
    await inTempDir.leave(dataDir);
  },
};

/** A disk of 24 MiB, filled completely. */
const fullDisk: StoreCause = {
  name: "the disk is full",
  says: /no room left on its disk; free some space/,
  leavesRoom: true,
  async place() {
    const dataDir = await Deno.makeTempDir();
    run("mount", ["-t", "tmpfs", "-o", "size=24m,mode=700", "tmpfs", dataDir]);
    return dataDir;
  },
  begin({ dataDir }) {
    using file = Deno.openSync(`${dataDir}/ballast`, { write: true, create: true });
    fill(file, new Uint8Array(65_536));
    fill(file, new Uint8Array(512));
  },
  end: ({ dataDir }) => Deno.removeSync(`${dataDir}/ballast`),
  async leave(dataDir) {
    run("umount", [dataDir]);
    await Deno.remove(dataDir);
  },
};

/** What `chattr +i` makes immutable is not written by root either. (-shm is memory of the processes, no store.) */
const immutableFile: StoreCause = {
  ...inTempDir,
  name: "the store's file is immutable",
  says: /errors on its disk, which may be full, read-only or broken/,
  begin: ({ dataDir }) => run("chattr", ["+i", `${dataDir}/${KV_FILE}`, `${dataDir}/${KV_FILE}-wal`]),
  end: ({ dataDir }) => run("chattr", ["-i", `${dataDir}/${KV_FILE}`, `${dataDir}/${KV_FILE}-wal`]),
  async leave(dataDir) {
    for await (const { name } of Deno.readDir(dataDir)) run("chattr", ["-i", `${dataDir}/${name}`]);
    await inTempDir.leave(dataDir);
  },
};

/** The causes that any user can produce, and those that this machine allows. */
export async function storeCauses(): Promise<StoreCause[]> {
  const causes = [fileSizeLimit, readOnlyDatabase, lockedByOther];
  for (const cause of [fullDisk, immutableFile]) if (await isPossible(cause)) causes.push(cause);
  return causes;
}

/** Mounting and `chattr` need rights and a suitable file system. */
async function isPossible(cause: StoreCause): Promise<boolean> {
  try {
    const dataDir = await cause.place();
    try {
      for (const end of ["", "-wal"]) await Deno.writeTextFile(`${dataDir}/${KV_FILE}${end}`, "");
      cause.begin({ pid: Deno.pid, dataDir });
      cause.end({ pid: Deno.pid, dataDir });
    } finally {
      await cause.leave(dataDir);
    }
    return true;
  } catch {
    return false;
  }
}

function fill(file: Deno.FsFile, bytes: Uint8Array): void {
  try {
    for (;;) file.writeSync(bytes);
  } catch (error) {
    if (!String(error).includes("No space left")) throw error;
  }
}

function onDatabase(dataDir: string, statements: string[]): void {
  const database = new DatabaseSync(`${dataDir}/${KV_FILE}`, { timeout: 5_000 });
  try {
    for (const statement of statements) database.exec(statement);
  } finally {
    database.close();
  }
}

function run(command: string, args: string[]): void {
  const { success, stderr } = new Deno.Command(command, { args, stdout: "null", stderr: "piped" })
    .outputSync();
  if (!success) throw new Error(`${command} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
}
