/** How Schemathesis is called here; undefined where it is not installed. */
export async function schemathesisCommand(): Promise<string[] | undefined> {
  const named = Deno.env.get("SCHEMATHESIS_BIN");
  if (named !== undefined && await answers([named, "--version"])) return [named];
  for (const command of [["schemathesis"], ["st"], ["python3", "-m", "schemathesis.cli"]]) {
    if (await answers([...command, "--version"])) return command;
  }
  return undefined;
}

async function answers([program, ...args]: string[]): Promise<boolean> {
  try {
    const { success, stdout } = await new Deno.Command(program, { args, stderr: "null" }).output();
    return success && /version \d/.test(new TextDecoder().decode(stdout));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

export interface SchemathesisRun {
  baseUrl: string;
  key: string;
  /** Cases an operation. */
  cases: number;
  seed: number;
  exclude: string[];
}

/**
 * Runs it over the served document: is each answer, with status, type, headers and body, one that the document has?
 * It counts every 500 as a crash; whether one is (CONNECTION_FAILED is none) the caller sees in Andon's log.
 */
export async function runSchemathesis(command: string[], run: SchemathesisRun) {
  const [program, ...before] = command;
  const checks = ["status_code", "content_type", "response_headers", "response_schema"];
  const cwd = await Deno.makeTempDir();
  const { success, stdout, stderr } = await new Deno.Command(program, {
    cwd,
    args: [
      ...before,
      ...["run", `${run.baseUrl}/api/openapi.json`, "--url", run.baseUrl],
      ...["-H", `Authorization: Bearer ${run.key}`],
      ...["-c", checks.map((check) => `${check}_conformance`).join(",")],
      ...["--phases", "examples,coverage,fuzzing", "-n", String(run.cases), "--seed", String(run.seed)],
      ...["-w", "2", "--request-timeout", "60", "--suppress-health-check", "all", "--no-shrink"],
      ...["--warnings", "off"],
      ...run.exclude.flatMap((id) => ["--exclude-operation-id", id]),
    ],
    env: { NO_COLOR: "1", COLUMNS: "160" },
  }).output().finally(() => Deno.remove(cwd, { recursive: true }));
  const decoder = new TextDecoder();
  return { success, output: decoder.decode(stdout) + decoder.decode(stderr) };
}
