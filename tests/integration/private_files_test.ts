import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { openStorage } from "../../storage/open.ts";
import { keepPrivate } from "../../storage/store/private_files.ts";
import { random } from "../unit/storage/support.ts";

interface Line {
  level: string;
  message: string;
  fields: Record<string, unknown>;
}

interface Folder {
  folder: string;
  path: string;
  lines: Line[];
  open(): ReturnType<typeof openStorage>;
}

async function inFolder(test: (on: Folder) => Promise<void>): Promise<void> {
  const outer = await Deno.makeTempDir();
  const folder = `${outer}/data`, path = `${folder}/andon.sqlite`;
  const lines: Line[] = [];
  const log = (level: string, message: string, fields: Record<string, unknown> = {}) =>
    void lines.push({ level, message, fields });
  const secretsKey = new Uint8Array(32).fill(3);
  const open = () => openStorage({ path, now: Date.now, random, secretsKey, log });
  try {
    await Deno.chmod(outer, 0o755);
    await test({ folder, path, lines, open });
  } finally {
    await Deno.remove(outer, { recursive: true });
  }
}

function modeOf(path: string): number {
  return Deno.statSync(path).mode! & 0o777;
}

/** The rights of the folder and of all that is in it. */
function modesIn(folder: string): Record<string, string> {
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
  return Object.fromEntries([".", ...names].map((name) => [name, modeOf(`${folder}/${name}`).toString(8)]));
}

const PRIVATE = {
  ".": "700",
  "andon.sqlite": "600",
  "andon.sqlite-shm": "600",
  "andon.sqlite-wal": "600",
  "andon.sqlite.lock": "600",
};

Deno.test("a new store, its log and its lock can be opened by their owner only", () =>
  inFolder(async ({ folder, lines, open }) => {
    const storage = await open();
    await storage.packages.create({ name: "P", description: "" }, { name: "anna", role: "admin" });
    assertEquals(modesIn(folder), PRIVATE);
    await storage.close();
    assertEquals(lines, []);
  }));

Deno.test("a start takes the rights of other users away, and tells so once", () =>
  inFolder(async ({ folder, path, lines, open }) => {
    await (await open()).close();
    await Deno.writeTextFile(`${folder}/admin_password`, "x", { mode: 0o600 });
    await Deno.writeTextFile(`${path}-wal`, "");
    for (const name of ["", ".lock", "-wal"]) await Deno.chmod(`${path}${name}`, 0o644);
    await Deno.chmod(folder, 0o755);
    const storage = await open();
    assertEquals(modesIn(folder), { ...PRIVATE, admin_password: "600" });
    await storage.close();
    const told = lines.map((
      { level, message, fields },
    ) => [level, message.replace(folder, "DATA"), fields.mode]);
    assertEquals(told, [
      ["info", 'Other users could open "DATA/andon.sqlite"; only its owner can', "644"],
      ["info", 'Other users could open "DATA/andon.sqlite-wal"; only its owner can', "644"],
      ["info", 'Other users could open "DATA/andon.sqlite.lock"; only its owner can', "644"],
      ["info", 'Other users could open "DATA"; only its owner can', "755"],
    ]);
    lines.length = 0;
    await (await open()).close();
    assertEquals(lines, []);
  }));

Deno.test("a folder with other files stays as it is, with a warning that names the command", () =>
  inFolder(async ({ folder, path, lines, open }) => {
    await Deno.mkdir(folder);
    await Deno.writeTextFile(`${folder}/report.pdf`, "x");
    await Deno.chmod(folder, 0o755);
    await (await open()).close();
    assertEquals([modeOf(folder), modeOf(path), modeOf(`${folder}/report.pdf`)], [0o755, 0o600, 0o644]);
    assertEquals(lines.map(({ level, fields }) => [level, fields]), [
      ["warn", { mode: "755", remedy: `chmod 700 "${folder}"` }],
    ]);
  }));

Deno.test("the owner's own rights stay", () =>
  inFolder(async ({ folder, path }) => {
    await Deno.mkdir(folder, { mode: 0o755 });
    await Deno.writeTextFile(path, "");
    await Deno.chmod(path, 0o444);
    await keepPrivate(path, () => {});
    assertEquals(modeOf(path), 0o400);
  }));

Deno.test("the lock is out of reach of other users, also in a folder that they can open", () =>
  inFolder(async ({ folder, path, open }) => {
    await Deno.mkdir(folder);
    await Deno.writeTextFile(`${folder}/report.pdf`, "x");
    await Deno.chmod(folder, 0o755);
    await (await open()).close();
    assertEquals(modeOf(`${path}.lock`), 0o600);
    // Only root can act as another user; for anybody else the rights say it.
    if (Deno.uid() !== 0) return;
    const asOther = ["--reuid=65534", "--regid=65534", "--clear-groups"];
    const args = [...asOther, "flock", "--nonblock", `${path}.lock`, "true"];
    const { success } = await new Deno.Command("setpriv", { args, stdout: "null", stderr: "null" }).output();
    assertEquals(success, false);
  }));

/** Makes the rights private in a process that may not: without the right to change files that others own. */
async function keptBy(path: string): Promise<Line[]> {
  const module = new URL("../../storage/store/private_files.ts", import.meta.url).href;
  const script = `
    const { keepPrivate } = await import(${JSON.stringify(module)});
    const log = (level, message, fields) => console.log(JSON.stringify({ level, message, fields }));
    await keepPrivate(${JSON.stringify(path)}, log);
  `;
  const behind = Deno.uid() === 0 ? ["setpriv", "--bounding-set=-fowner"] : ["env"];
  const [command, ...args] = [...behind, Deno.execPath(), "eval", "--no-lock", script];
  const { stdout, stderr, success } = await new Deno.Command(command, { args }).output();
  assertEquals(success, true, new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout).trim().split("\n").map((line) => JSON.parse(line));
}

Deno.test("rights that cannot be taken away are a warning that says what to run", () =>
  inFolder(async ({ folder, path }) => {
    await Deno.mkdir(folder);
    await Deno.writeTextFile(path, "");
    await Deno.chmod(path, 0o644);
    if (Deno.uid() === 0) await Deno.chown(path, 65_534, 65_534);
    // Nobody but root may change this one.
    const foreign = Deno.uid() === 0 ? path : "/dev/null";
    const [first] = await keptBy(foreign);
    assertEquals(first.level, "warn");
    assertStringIncludes(first.message, `Other users can open "${foreign}", and Andon may not change that`);
    assertMatch(String(first.fields.remedy), /^chmod 600 ".*" as its owner$/);
  }));
