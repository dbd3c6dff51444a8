/**
 * `deno task test`, `test:unit`, `test:slow`, `test:all`: runs the tests of some folders; `test:times` prints
 * where the time was spent. Usage: run.ts unit|quick|slow|all [--times] [arguments of deno test]
 */

/** Folders whose test files are mixed. */
interface Share {
  folders: string[];
  /** More of them even out the end, but each costs two seconds of a core to load Andon and to compile its schemas. */
  groupsAJob: number;
}

const UNIT: Share = { folders: ["unit"], groupsAJob: 2 };
/** What a newcomer runs: neither a browser nor a KV server is needed. */
const QUICK: Share = { folders: ["unit", "contract", "integration"], groupsAJob: 2 };
/** Chromium, faults, several processes over one KV server, and attacks. */
const SLOW: Share = { folders: ["abuse", "faults", "processes", "browser"], groupsAJob: 5 };
const SHARES: Readonly<Record<string, Share[]>> = {
  unit: [UNIT],
  quick: [QUICK],
  slow: [SLOW],
  all: [QUICK, SLOW],
};
const HERE = new URL(".", import.meta.url).pathname;
const [which, ...rest] = Deno.args;
/** Tests wait more than they work: with one a core the cores would be idle for half of the time. */
const JOBS_A_CORE = which === "quick" ? 3 : 2;
const JOBS = Number(Deno.env.get("DENO_JOBS") ?? JOBS_A_CORE * navigator.hardwareConcurrency);

const shares = SHARES[which];
if (shares === undefined) {
  console.error(`There are no tests "${which}"; use one of ${Object.keys(SHARES).join(", ")}`);
  Deno.exit(2);
}
const made = await Deno.makeTempDir();
try {
  const { code } = await run(rest.filter((arg) => arg !== "--times"));
  if (rest.includes("--times")) console.log(table(await Deno.readTextFile(`${made}/report.xml`)));
  Deno.exitCode = code;
} finally {
  await Deno.remove(made, { recursive: true });
}

function run(more: string[]): Promise<Deno.CommandStatus> {
  const flags = ["-A", "--no-check", "--lock=tests/deno.lock", "--parallel"];
  return new Deno.Command(Deno.execPath(), {
    args: ["test", ...flags, `--junit-path=${made}/report.xml`, ...more, ...shares.flatMap(groups)],
    env: { DENO_JOBS: String(JOBS), PROPERTY_SEED: "20261121" },
  }).spawn().status;
}

/** Modules that import the folders' test files, mixed. The first ones, half of them, import twice as many as the others. */
function groups({ folders, groupsAJob }: Share): string[] {
  const files = folders.flatMap((folder) => testFiles(`${HERE}${folder}`).sort());
  const count = Math.min(files.length, groupsAJob * JOBS);
  const turns = Array.from({ length: count + Math.floor(count / 2) }, (_, turn) => turn % count);
  return Array.from({ length: count }, (_, group) => {
    const own = files.filter((_, i) => turns[i % turns.length] === group);
    // Every other long group begins with the last folder, so that those that wait run beside those that work.
    if (group % 2 === 1 && group < count / 2) own.reverse();
    const path = `${made}/${folders.at(-1)}_${group + 1}_test.ts`;
    Deno.writeTextFileSync(path, own.map((file) => `import ${JSON.stringify(file)};\n`).join(""));
    return path;
  });
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
  const tests = suites.map(([, file, cases]) => ({
    file,
    cases: [...cases.matchAll(/<testcase name="([^"]+)"[^>]* time="([\d.]+)"/g)]
      .map(([, name, time]): Took => ({ name, seconds: Number(time) })),
  }));
  const files = tests.map(({ file, cases }): Took => ({
    name: file.replace("./", ""),
    seconds: cases.reduce((sum, { seconds }) => sum + seconds, 0),
  }));
  const all = tests.flatMap(({ cases }) => cases);
  return [`Seconds by file, of ${files.length}:`, ...longest(files), "By test:", ...longest(all)].join("\n");
}

function longest(all: Took[]): string[] {
  return all.toSorted((one, other) => other.seconds - one.seconds).slice(0, 30)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`);
}
