/**
 * `deno task test`, `test:unit`, `test:slow`, `test:all`: runs the tests of some folders; `test:times` prints
 * where the time was spent. Usage: run.ts unit|quick|slow|all [--times] [arguments of deno test]
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { stripVTControlCharacters } from "node:util";

/** Folders whose test files are mixed. */
interface Share {
  folders: string[];
  /** More of them even out the end, but each costs three seconds of a core to load Andon and to compile its schemas. */
  groupsAJob: number;
}

const UNIT: Share = { folders: ["unit"], groupsAJob: 1 };
/** What a newcomer runs: neither a browser nor a KV server is needed. */
const QUICK: Share = { folders: ["unit", "contract", "integration"], groupsAJob: 2 };
/** Chromium, faults, several processes over one KV server, and attacks. */
const SLOW: Share = { folders: ["abuse", "faults", "processes", "browser"], groupsAJob: 2 };
const SHARES: Readonly<Record<string, Share[]>> = {
  unit: [UNIT],
  quick: [QUICK],
  slow: [SLOW],
  all: [QUICK, SLOW],
};
const FLAGS = ["--no-check", "--lock=tests/deno.lock"];
const HERE = new URL(".", import.meta.url).pathname;
const [which, ...rest] = Deno.args;
/** Most tests wait more than they work: with one a core the cores would be idle for half of the time. Unit tests work. */
const JOBS_A_CORE = which === "unit" ? 1 : 3;
const JOBS = Number(Deno.env.get("DENO_JOBS") ?? JOBS_A_CORE * navigator.hardwareConcurrency);

const shares = SHARES[which];
if (shares === undefined) {
  console.error(`There are no tests "${which}"; use one of ${Object.keys(SHARES).join(", ")}`);
  Deno.exit(2);
}
if (!Number.isInteger(JOBS) || JOBS < 1) {
  console.error("DENO_JOBS is how many processes run at a time: a whole number from 1");
  Deno.exit(2);
}
const begunMs = performance.now();
const made = await Deno.makeTempDir();
try {
  const ended = await runAll(rest.filter((arg) => arg !== "--times"));
  if (rest.includes("--times")) console.log(table(ended.map(({ report }) => report).join("")));
  for (const { failures } of ended) if (failures.length > 0) console.log(failures.join("\n"));
  console.log(closingLine(ended));
  Deno.exitCode = ended.find(({ code }) => code !== 0)?.code ?? 0;
} finally {
  await Deno.remove(made, { recursive: true });
}

/** A group whose tests have run. */
interface Ended {
  code: number;
  /** Deno's last line: how many passed and failed. */
  summary: string;
  /** What Deno prints of failed tests after the last one. */
  failures: string[];
  /** As JUnit writes it. */
  report: string;
}

async function runAll(more: string[]): Promise<Ended[]> {
  await loadOnce(shares.flatMap(filesOf));
  const waiting = shares.flatMap(groups), ended: Ended[] = [];
  const job = async () => {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) {
      ended.push(await run(group, more));
    }
  };
  await Promise.all(Array.from({ length: JOBS }, job));
  return ended;
}

/** On a new machine all processes would fetch the same packages and compile the same modules at the same time. */
async function loadOnce(files: string[]): Promise<void> {
  await once(spawn(Deno.execPath(), ["cache", ...FLAGS, ...files], { stdio: "inherit" }), "exit");
}

/**
 * Each group has a process of its own: the isolates of `deno test --parallel` share one, hinder each other there and
 * take a quarter more of the processors.
 */
async function run(group: string, more: string[]): Promise<Ended> {
  const report = `${group}.xml`;
  const flags = ["-A", ...FLAGS, `--junit-path=${report}`, ...more];
  const child = spawn(Deno.execPath(), ["test", ...flags, group], {
    env: { ...Deno.env.toObject(), PROPERTY_SEED: "20261121" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<number>((resolve) => child.on("exit", (code) => resolve(code ?? 1)));
  const failures: string[] = [];
  let summary = "";
  for await (const line of createInterface({ input: child.stdout })) {
    const plain = stripVTControlCharacters(line);
    if (/^(ok|FAILED) \| \d+ passed/.test(plain)) summary = plain;
    else if (failures.length > 0 || plain.startsWith(" ERRORS ")) failures.push(line);
    else console.log(line);
  }
  const code = await exited;
  if (summary === "") failures.push(`error: A process ended with code ${code} before its tests had`);
  return { code, summary, failures, report: await Deno.readTextFile(report).catch(() => "") };
}

/** Deno's last lines, added up. */
function closingLine(ended: Ended[]): string {
  const counted = (what: string) =>
    ended.reduce((sum, { summary }) => sum + Number(new RegExp(`(\\d+) ${what}`).exec(summary)?.[1] ?? 0), 0);
  const ignored = counted("ignored");
  const counts = [
    ended.every(({ code }) => code === 0) ? "ok" : "FAILED",
    `${counted("passed")} passed`,
    `${counted("failed")} failed`,
    ...ignored > 0 ? [`${ignored} ignored`] : [],
  ].join(" | ");
  const seconds = Math.round((performance.now() - begunMs) / 1000);
  return `\n${counts} (${Math.floor(seconds / 60)}m${seconds % 60}s)`;
}

/** Modules that import the folders' test files, mixed: the first JOBS ones twice as many, so that all end together. */
function groups(share: Share): string[] {
  const files = filesOf(share), { folders, groupsAJob } = share;
  const count = Math.min(files.length, groupsAJob * JOBS);
  const turns = Array.from({ length: count + JOBS }, (_, turn) => turn % count);
  return Array.from({ length: count }, (_, group) => {
    const own = files.filter((_, i) => turns[i % turns.length] === group);
    // Half of the first ones begin with the last folder, so that tests that wait run beside those that work.
    if (group < JOBS && group % 2 === 1) own.reverse();
    const path = `${made}/${folders.at(-1)}_${group + 1}_test.ts`;
    Deno.writeTextFileSync(path, own.map((file) => `import ${JSON.stringify(file)};\n`).join(""));
    return path;
  });
}

function filesOf({ folders }: Share): string[] {
  return folders.flatMap((folder) => testFiles(`${HERE}${folder}`).sort());
}

function testFiles(folder: string): string[] {
  return [...Deno.readDirSync(folder)].flatMap(({ name, isDirectory }) => {
    const path = `${folder}/${name}`;
    if (isDirectory) return testFiles(path);
    return /_test\.tsx?$/.test(name) ? [path] : [];
  });
}

interface Took {
  name: string;
  seconds: number;
}

/** The files and the tests that took longest. A test counts to the file that calls `Deno.test`. */
function table(report: string): string {
  const suites = [...report.matchAll(/<testsuite name="([^"]+)"([^]*?)<\/testsuite>/g)];
  const tests = suites.flatMap(([, file, cases]) =>
    [...cases.matchAll(/<testcase name="([^"]+)"[^>]* time="([\d.]+)"/g)]
      .map(([, name, time]) => ({ file: file.replace("./", ""), name, seconds: Number(time) }))
  );
  const files = [...Map.groupBy(tests, ({ file }) => file)].map(([name, own]): Took => ({
    name,
    seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
  }));
  return [`Seconds by file, of ${files.length}:`, ...longest(files), "By test:", ...longest(tests)].join(
    "\n",
  );
}

function longest(all: Took[]): string[] {
  return all.toSorted((one, other) => other.seconds - one.seconds).slice(0, 30)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`);
}
