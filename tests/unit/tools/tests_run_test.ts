import { assert, assertEquals, assertMatch } from "@std/assert";

const RUN = new URL("../../run.ts", import.meta.url);
const PASSES = 'Deno.test("a fact", () => {});';
const FAILS =
  'Deno.writeTextFileSync("pid", `${Deno.pid}`); Deno.test("a claim", () => { throw new Error("the message"); });';
/** Passes once a process that fails has ended. */
const PASSES_LAST = `Deno.test("a fact", async () => {
  for (;;) {
    try { process.kill(Number(await Deno.readTextFile("pid")), 0); }
    catch (error) { if (error.code === "ESRCH") return; }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
});`;
const ENDS = 'Deno.test("a break", () => Deno.kill(Deno.pid, "SIGKILL"));';

interface Ran {
  code: number;
  lines: string[];
  errors: string;
}

/** Runs the unit tests of a small project, each file in a process of its own. */
async function ranWith(files: string[], jobs = String(files.length)): Promise<Ran> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/tests/unit`, { recursive: true });
    await Deno.copyFile(RUN, `${folder}/tests/run.ts`);
    for (const [i, text] of files.entries()) {
      await Deno.writeTextFile(`${folder}/tests/unit/${i}_test.ts`, text);
    }
    const args = ["run", "-A", "--no-lock", "tests/run.ts", "unit", "--no-lock"];
    const env = { DENO_JOBS: jobs, NO_COLOR: "1" };
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd: folder, env })
      .output();
    const [lines, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes).trimEnd());
    return { code, lines: lines.split("\n"), errors };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("run.ts runs each test once and adds up what the processes counted", async () => {
  const { code, lines } = await ranWith([`${PASSES} Deno.test.ignore("later", () => {});`, PASSES]);
  assertEquals(code, 0);
  assertMatch(lines.at(-1) ?? "", /^ok \| 2 passed \| 0 failed \| 1 ignored \(\d+m\d+s\)$/);
  assertEquals(lines.filter((line) => line.startsWith("a fact ... ok")).length, 2);
});

Deno.test("run.ts fails with a test, and tells all that failed after the last test", async () => {
  const { code, lines } = await ranWith([FAILS, PASSES_LAST, FAILS]);
  assertEquals(code, 1);
  assertMatch(lines.at(-1) ?? "", /^FAILED \| 1 passed \| 2 failed \(/);
  const told = lines.slice(lines.indexOf(" ERRORS "));
  assertEquals(told.filter((line) => line === "error: Error: the message").length, 2);
  assert(!told.some((line) => line.startsWith("a fact ... ok")));
});

Deno.test("run.ts fails when a process ends before its tests", async () => {
  const { code, lines } = await ranWith([PASSES, ENDS]);
  assert(code !== 0);
  assertMatch(lines.at(-1) ?? "", /^FAILED \| 1 passed \| 0 failed \(/);
  assert(lines.some((line) => line.startsWith("error: A process ended with code")));
});

Deno.test("run.ts refuses a DENO_JOBS that is no whole number from 1, and runs no test", async () => {
  for (const jobs of ["0", "-1", "1.5", "two"]) {
    const { code, lines, errors } = await ranWith([PASSES], jobs);
    const told = "DENO_JOBS is how many processes run at a time: a whole number from 1";
    assertEquals([jobs, code, ...lines, errors], [jobs, 2, "", told]);
  }
});
