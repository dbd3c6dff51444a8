import { SECRETS_KEY } from "./andon_process.ts";
import { bareEnvironment } from "./bare_environment.ts";

export interface CommandEnd {
  code: number;
  stdout: string;
  /** Lines on standard error. */
  lines: string[];
}

/** Runs `main.ts backup` or `main.ts restore` as its own process; null leaves a variable out. */
export async function command(
  args: string[],
  environment: Record<string, string | null>,
): Promise<CommandEnd> {
  const main = new URL("../../main.ts", import.meta.url).pathname;
  const given = { ...bareEnvironment(), SECRETS_KEY, ...environment };
  const env = Object.fromEntries(
    Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== null),
  );
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", main, ...args],
    clearEnv: true,
    env,
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(180_000),
  });
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  return { code, stdout: text.decode(stdout), lines: text.decode(stderr).trimEnd().split("\n") };
}
