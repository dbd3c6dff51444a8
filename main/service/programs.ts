/** Runs a program of the machine and resolves to what it prints. An Error with its last words when it fails. */
export async function run(
  [program = "", ...args]: string[],
  options: Pick<Deno.CommandOptions, "cwd" | "env" | "uid" | "gid"> = {},
): Promise<string> {
  const { success, stdout, stderr } = await output(program, { args, ...options });
  const [out, error] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes).trim());
  if (success) return out!;
  throw new Error(
    `"${[program, ...args].join(" ")}" failed: ${(error || out)!.split("\n").slice(-3).join("; ")}`,
  );
}

async function output(program: string, options: Deno.CommandOptions): Promise<Deno.CommandOutput> {
  try {
    return await new Deno.Command(program, { ...options, stdin: "null" }).output();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Error(`"${program}" is not on this machine; install it first`);
  }
}
