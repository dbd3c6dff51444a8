import { assertEquals } from "@std/assert";
import { type CommandName, COMMANDS } from "../../cli/commands.ts";
import { flagsOf } from "../../main/permission_flags.ts";

const MAIN = new URL("../../main.ts", import.meta.url).pathname;

Deno.test("each command explains itself with no permission, and prints only that", async () => {
  const names = Object.keys(COMMANDS).filter((name) => name !== "config") as CommandName[];
  for (const [name, arg] of [...names.map((name) => [name, "--help"] as const), ["version", ""] as const]) {
    const args = [
      "run",
      "--quiet",
      "--no-check",
      ...flagsOf("none", {}),
      MAIN,
      name,
      ...arg === "" ? [] : [arg],
    ];
    const { code, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
    assertEquals([name, code, new TextDecoder().decode(stderr)], [name, 0, ""]);
  }
});
