import { assertEquals, assertMatch } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { ADMIN_PASSWORD, AndonProcess, SECRETS_KEY } from "../support/andon_process.ts";

interface Ended {
  code: number;
  said: string;
}

/** Runs `main.ts start` behind a command that removes a right or resource; it must end on its own. */
async function startBehind(behind: string[], dataDir: string): Promise<Ended> {
  const main = new URL("../../main.ts", import.meta.url).pathname;
  const [command, ...args] = [...behind, Deno.execPath(), "run", "-A", "--no-check", main, "start"];
  const { code, stderr } = await new Deno.Command(command, {
    args,
    env: { PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir, ADMIN_PASSWORD, SECRETS_KEY, LOG_LEVEL: "error" },
    stdout: "null",
    stderr: "piped",
    signal: AbortSignal.timeout(120_000),
  }).output();
  return { code, said: new TextDecoder().decode(stderr).trimEnd() };
}

/** Without the right to override permissions, they apply to root too. */
const BOUND_BY_PERMISSIONS = Deno.uid() === 0
  ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search,-fowner"]
  : ["env"];
const NO_ROOM = ["sh", "-c", 'trap "" XFSZ; ulimit -f 0; exec "$@"', "sh"];

/** Obstacles to a start, which end later; the store has been used before. */
const WAYS: { name: string; says: RegExp; behind: string[]; begin(dataDir: string): () => void }[] = [
  {
    name: "a read-only file",
    says: /The file ".*andon\.sqlite" cannot be written \(Permission denied.*give Andon the right/,
    behind: BOUND_BY_PERMISSIONS,
    begin: (dataDir) => mode(`${dataDir}/andon.sqlite`, 0o444),
  },
  {
    name: "a read-only folder",
    says: /The folder ".*" cannot be written \(Permission denied/,
    behind: BOUND_BY_PERMISSIONS,
    begin: (dataDir) => mode(dataDir, 0o555),
  },
  {
    name: "no room for a single byte",
    says: /The storage has errors on its disk, which may be full/,
    behind: NO_ROOM,
    begin: () => () => {},
  },
  {
    name: "a database that another process has locked",
    says: /The storage (is locked by another process|did not answer in time); try again/,
    behind: ["env"],
    begin: (dataDir) => {
      const leader = new DatabaseSync(`${dataDir}/andon.sqlite`);
      leader.exec("BEGIN EXCLUSIVE");
      return () => leader.close();
    },
  },
];

for (const { name, says, behind, begin } of WAYS) {
  Deno.test(`${name} ends a start with one line that names it, and the next start succeeds`, async () => {
    const dataDir = await Deno.makeTempDir();
    const options = { dataDir, allow: "127.0.0.1" };
    try {
      await (await AndonProcess.start(options)).stop();
      const end = begin(dataDir);
      const { code, said } = await startBehind(behind, dataDir).finally(end);
      assertEquals(code, 2, said);
      const lines = said.split("\n").filter((line) => !line.startsWith("{"));
      assertEquals(lines.length, 1, said);
      assertMatch(lines[0], /^The store \(KV_URL, DATA_DIR\) cannot be opened: /);
      assertMatch(lines[0], says);
      await (await AndonProcess.start(options)).stop();
    } finally {
      await Deno.remove(dataDir, { recursive: true });
    }
  });
}

function mode(path: string, mode: number): () => void {
  const before = Deno.statSync(path).mode ?? 0o700;
  Deno.chmodSync(path, mode);
  return () => Deno.chmodSync(path, before & 0o777);
}
