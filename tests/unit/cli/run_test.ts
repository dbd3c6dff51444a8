import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type CommandName, COMMANDS, EXIT_CODES } from "../../../cli/commands.ts";
import { type Run, runCommand } from "../../../cli/run.ts";
import { flagsOf } from "../../../main/permission_flags.ts";

/** The exit code, what was printed, and what the command was called with. */
async function ran(...line: string[]) {
  const printed: string[] = [], calls: string[] = [];
  const { log, error } = console;
  const runs = Object.fromEntries(
    Object.keys(COMMANDS).map((name): [string, Run] => [name, (args) => {
      calls.push([name, ...args].join(" "));
      return 7;
    }]),
  ) as Record<CommandName, Run>;
  console.log = console.error = (text: string) => void printed.push(text);
  try {
    return { code: await runCommand(line, runs), printed: printed.join("\n"), calls };
  } finally {
    Object.assign(console, { log, error });
  }
}

Deno.test("a command gets what follows its name, and its code is the exit code", async () => {
  assertEquals(await ran("audit", "verify", "a.sqlite"), {
    code: 7,
    printed: "",
    calls: ["audit verify a.sqlite"],
  });
});

Deno.test("without a command, and for help, all commands and exit codes are listed", async () => {
  for (const line of [[], ["--help"], ["-h"], ["help"]]) {
    const { code, printed, calls } = await ran(...line);
    assertEquals([code, calls], [0, []]);
    for (const name of Object.keys(COMMANDS)) assertStringIncludes(printed, `\n  ${name} `);
    for (const { code, meaning } of Object.values(EXIT_CODES)) {
      assertStringIncludes(printed, `  ${code}  ${meaning}`);
    }
  }
});

Deno.test("--help after a command explains it and runs nothing, except that config has its own", async () => {
  const { code, printed, calls } = await ran("restore", "--help");
  assertEquals([code, calls], [0, []]);
  assertStringIncludes(printed, "Usage: andon restore [backup]");
  assertEquals((await ran("config", "--help")).calls, ["config --help"]);
});

Deno.test("an unknown command is one line that lists the others, and exit code 2", async () => {
  for (const name of ["starts", "toString", ""]) {
    const { code, printed } = await ran(name);
    assertEquals([code, printed.split("\n").length], [2, 1]);
    assertStringIncludes(printed, `"${name}"; use one of start, dev,`);
  }
});

Deno.test("only dev, config, service and upgrade run with all permissions; backup, restore and audit have no network", () => {
  const names = Object.keys(COMMANDS) as CommandName[];
  const flags = (name: CommandName) => flagsOf(COMMANDS[name].permissions, {});
  assertEquals(names.filter((name) => flags(name).includes("-A")), ["dev", "config", "service", "upgrade"]);
  for (const name of ["backup", "restore", "audit"] as const) {
    assert(!flags(name).some((flag) => /net|run|ffi|sys/.test(flag)));
  }
  const restoring = flagsOf(COMMANDS.restore.permissions, { BACKUP_TO: "s3://plant-backups" });
  assert(restoring.includes("--allow-net") && !restoring.some((flag) => /run|ffi|sys/.test(flag)));
  assert(names.every((name) => flags(name).includes("-A") || flags(name).includes("--no-prompt")));
});
