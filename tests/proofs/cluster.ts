/**
 * `deno task proof:cluster [part of a file's name]`: the system tests, by requests to three processes behind the small
 * proxy; needs denokv. Files run beside each other, each test over processes of its own. At the end it lists what was left
 * out, with the reason.
 */
import { createInterface } from "node:readline";
import { Readable } from "node:stream";

const [wanted = ""] = Deno.args;
const FOLDER = "tests/integration";
const startedMs = Date.now();
const files = await systemTests();
const leftOut: string[] = [];
const child = new Deno.Command(Deno.execPath(), {
  args: ["test", "-A", "--no-check", "--lock=tests/deno.lock", "--parallel", ...files],
  env: { ANDON_BY: "cluster", NO_COLOR: "1" },
  stdout: "piped",
  stderr: "inherit",
}).spawn();
for await (const line of createInterface({ input: Readable.from(child.stdout) })) {
  console.log(line);
  if (line.startsWith("Left out: ")) leftOut.push(line);
}
const { code } = await child.status;
console.log(`\n${files.length} files in ${Math.round((Date.now() - startedMs) / 1000)} s`);
for (const line of leftOut.sort()) console.log(line);
Deno.exit(code);

/** The files whose tests are registered by `systemTest`: what is asked there is asked by requests. */
async function systemTests(): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of Deno.readDir(FOLDER)) {
    const path = `${FOLDER}/${name}`;
    if (!name.endsWith("_test.ts") || !name.includes(wanted)) continue;
    if (/^\s*systemTest\(/m.test(await Deno.readTextFile(path))) found.push(path);
  }
  return found.sort();
}
