import { assert, assertEquals, assertMatch } from "@std/assert";

const SCRIPT = new URL("../../../.ci/run", import.meta.url);

/** The output and exit code of the fake Deno, by its arguments. */
interface Scripted {
  printed?: string;
  code?: number;
  /** How often it fails with 1 first. */
  failsFirst?: number;
}

interface Ran {
  code: number;
  lines: string[];
  /** The arguments that Deno was called with. */
  calls: string[];
}

/** Runs .ci/run in a small project with a fake Deno. */
async function ranWith(scripted: Record<string, Scripted>): Promise<Ran> {
  const folder = await Deno.makeTempDir();
  try {
    const [project, bin] = [`${folder}/project`, `${folder}/bin`];
    for (const made of [`${project}/.ci`, bin, `${folder}/scripted`]) {
      await Deno.mkdir(made, { recursive: true });
    }
    await Deno.copyFile(SCRIPT, `${project}/.ci/run`);
    await Deno.writeTextFile(`${bin}/deno`, STAND_IN, { mode: 0o755 });
    await Deno.writeTextFile(`${bin}/sleep`, "#!/bin/sh\n", { mode: 0o755 });
    for (const [words, { printed = "", code = 0, failsFirst = 0 }] of Object.entries(scripted)) {
      const file = `${folder}/scripted/${words.replaceAll(/[ /]/g, "_")}`;
      await Deno.writeTextFile(file, printed);
      await Deno.writeTextFile(`${file}.code`, String(code));
      await Deno.writeTextFile(`${file}.fails`, String(failsFirst));
    }
    const env = {
      PATH: `${bin}:${Deno.env.get("PATH")}`,
      HOME: folder,
      DENOKV_BIN: "true",
      SCRIPTED: `${folder}/scripted`,
    };
    for (const args of COMMIT) await run("git", { args: ["-C", project, ...args], env });
    const { code, printed } = await run("bash", { args: [`${project}/.ci/run`], env });
    const calls = (await Deno.readTextFile(`${folder}/scripted/calls`)).trimEnd().split("\n");
    return { code, calls, lines: printed.trimEnd().split("\n") };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const STAND_IN = `#!/bin/bash
words="$*"
echo "$words" >>"$SCRIPTED/calls"
file="$SCRIPTED/\${words//[ \\/]/_}"
if [[ ! -e $file ]]; then exit 0; fi
left=$(<"$file.fails")
if ((left > 0)); then echo $((left - 1)) >"$file.fails"; exit 1; fi
cat "$file"
exit "$(<"$file.code")"
`;

const COMMIT = [
  ["init", "--quiet"],
  ["add", "."],
  ["-c", "user.name=ci", "-c", "user.email=ci@localhost", "commit", "--quiet", "-m", "all"],
];

async function run(command: string, options: { args: string[]; env: Record<string, string> }) {
  const { code, stdout, stderr } = await new Deno.Command(command, { ...options, clearEnv: true }).output();
  return { code, printed: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}

const GREEN = { printed: "\x1b[32mok\x1b[0m | 12 passed (3 steps) | 0 failed (2s)\n" };
const RED = {
  code: 1,
  printed: `./a_test.ts => a fact ... \x1b[31mFAILED\x1b[0m (2ms)
${"./b_test.ts => another fact ... ok (1ms)\n".repeat(500)}
\x1b[41m ERRORS \x1b[0m

a fact \x1b[38;5;245m=> ./a_test.ts:1:6\x1b[0m
\x1b[31merror\x1b[0m: Error: the message

 FAILURES

a fact => ./a_test.ts:1:6

FAILED | 500 passed | 1 failed (2s)

error: Test failed
`,
};

Deno.test(".ci/run runs the checks, the quick and the slow tests, and prints their totals", async () => {
  const { code, lines, calls } = await ranWith({ "task test": GREEN, "task test:slow": GREEN });
  assertEquals([code, lines.at(-2), lines.at(-1)], [0, "== Result", "24 passed, 0 failed"]);
  const fetching = ["--version", "install --quiet --lock=tests/deno.lock", "task console"];
  assertEquals(calls, [...fetching, "task static", "task test", "task test:slow"]);
});

Deno.test(".ci/run runs the slow tests though a quick one failed, and fails", async () => {
  const { code, lines } = await ranWith({ "task test": RED, "task test:slow": GREEN });
  assertEquals([code, lines.at(-2), lines.at(-1)], [1, "deno task test failed", "512 passed, 1 failed"]);
  const slow = await ranWith({ "task test": GREEN, "task test:slow": RED });
  assertEquals([slow.code, slow.lines.at(-1)], [1, "512 passed, 1 failed"]);
  assert(slow.lines.includes("== What failed in deno task test:slow"));
});

Deno.test(".ci/run repeats the names and messages of failed tests before its result", async () => {
  const { code, lines } = await ranWith({ "task test": RED });
  assertEquals([code, lines.at(-1)], [1, "500 passed, 1 failed"]);
  const again = lines.slice(lines.indexOf("== What failed in deno task test"));
  assertEquals(again.slice(1, 5), [" ERRORS ", "", "a fact => ./a_test.ts:1:6", "error: Error: the message"]);
  assert(again.length < 25, "and not what went well");
  assert(!again.some((line) => line.includes("\x1b")));
});

Deno.test(".ci/run names the failed tests of an interrupted run", async () => {
  const printed = RED.printed.slice(0, RED.printed.indexOf("\x1b[41m"));
  const { code, lines } = await ranWith({ "task test": { printed, code: 124 } });
  assertEquals([code, lines.at(-1)], [124, "0 passed, 0 failed"]);
  const again = lines.slice(lines.indexOf("== What failed in deno task test"));
  assertEquals(again[1], "./a_test.ts => a fact ... FAILED (2ms)");
  assert(lines.includes("stopped at the limit of 40 minutes"));
});

Deno.test(".ci/run fails with a check, prints its last 150 lines, and still runs the tests", async () => {
  const printed = Array.from({ length: 400 }, (_, i) => `line ${i}\n`).join("");
  const { code, lines } = await ranWith({ "task static": { printed, code: 3 }, "task test": GREEN });
  assertEquals([code, lines.at(-1)], [3, "12 passed, 0 failed"]);
  const again = lines.slice(lines.indexOf("== What failed in deno task static") + 1);
  assertEquals([again[0], again[149], again[150]], ["line 250", "line 399", ""]);
  assert(again.includes("deno task static failed with exit code 3"));
});

Deno.test(".ci/run retries the download of packages, three times in all", async () => {
  const words = "install --quiet --lock=tests/deno.lock";
  const stumbled = await ranWith({ [words]: { failsFirst: 2 }, "task test": GREEN });
  assertEquals([stumbled.code, stumbled.calls.filter((call) => call === words).length], [0, 3]);
  const without = await ranWith({ [words]: { failsFirst: 3 }, "task test": GREEN });
  assertEquals([without.code, without.calls.at(-1)], [1, words]);
  assertMatch(
    without.lines.join("\n"),
    /the packages of deno\.lock could not be fetched, or the console not be built/,
  );
});
