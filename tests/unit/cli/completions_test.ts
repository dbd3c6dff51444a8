import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runCompletions } from "../../../cli/completions.ts";
import { type Command, COMMANDS, EXIT_CODES } from "../../../cli/commands.ts";

const PAGE = new URL("../../../docs/install.md", import.meta.url);

/** The exit code, and what was printed. */
function ran(...args: string[]): { code: number; printed: string } {
  const { log, error } = console;
  const printed: string[] = [];
  console.log = console.error = (text: string) => void printed.push(text);
  try {
    return { code: runCompletions(args), printed: printed.join("\n") };
  } finally {
    Object.assign(console, { log, error });
  }
}

/** What bash proposes for the last of these words. */
async function proposed(...words: string[]): Promise<string[]> {
  const script = `compopt() { :; }\n${
    ran("bash").printed
  }\nCOMP_WORDS=(andon "$@"); COMP_CWORD=$#; _andon; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { code, stdout, stderr } = await new Deno.Command("bash", { args: ["-c", script, "bash", ...words] })
    .output();
  assertEquals([code, new TextDecoder().decode(stderr)], [0, ""]);
  return new TextDecoder().decode(stdout).split("\n").filter((word) => word !== "");
}

Deno.test("bash completes commands, and the words after each", async () => {
  assertEquals(await proposed(""), [...Object.keys(COMMANDS), "--help"]);
  assertEquals(await proposed("ve"), ["version"]);
  assertEquals(await proposed("service", "--"), ["--dry-run", "--root=", "--help"]);
  assertEquals(await proposed("service", "install", "--d"), ["--dry-run"]);
  assertEquals(await proposed("backup", "no-such"), [], "files are bash's own");
});

Deno.test("PowerShell gets all commands with their words", () => {
  const { code, printed } = ran("powershell");
  assertEquals(code, 0);
  for (const [name, { words = [] }] of Object.entries<Command>(COMMANDS)) {
    assertStringIncludes(
      printed,
      `    '${name}' = @(${[...words, "--help"].map((word) => `'${word}'`).join(", ")})\n`,
    );
  }
});

Deno.test("another shell is refused with exit code 2", () => {
  for (const args of [[], ["fish"], ["bash", "more"], ["toString"]]) {
    const { code, printed } = ran(...args);
    assertEquals(code, 2);
    assertStringIncludes(printed, "completions takes bash or powershell");
  }
});

Deno.test("the page of the commands names each of them, and the exit codes as the table has them", async () => {
  const page = await Deno.readTextFile(PAGE);
  for (const name of Object.keys(COMMANDS)) assert(page.includes(`\`${name}`), `${name} is on the page`);
  for (const { code, meaning } of Object.values(EXIT_CODES)) {
    assertStringIncludes(page, `\n| ${code} | ${meaning} |\n`);
  }
});
