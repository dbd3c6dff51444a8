import { ADMIN_PASSWORD, SECRETS_KEY } from "./andon_process.ts";
import { bareEnvironment } from "./bare_environment.ts";

export interface Ended {
  code: number;
  /** The lines of its standard error. */
  lines: string[];
  stdout: string;
}

/** Runs a `main.ts start` that must end: its exit code and output. `null` omits a variable. */
export async function endedStart(environment: Record<string, string | null>): Promise<Ended> {
  const given = {
    PORT: "0",
    HOST: "127.0.0.1",
    KV_URL: ":memory:",
    ADMIN_PASSWORD,
    SECRETS_KEY,
    ...environment,
  };
  const main = new URL("../../main.ts", import.meta.url).pathname;
  const env = Object.fromEntries(
    Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== null),
  );
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", main, "start"],
    clearEnv: true,
    env: { ...bareEnvironment(), ...env },
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(120_000),
  });
  const { code, stdout, stderr } = await child.output();
  const text = new TextDecoder();
  return { code, lines: text.decode(stderr).trimEnd().split("\n"), stdout: text.decode(stdout) };
}
