/** Programs on this machine that peers need. */

/** Whether all of them can be run. */
export async function areInstalled(...names: string[]): Promise<boolean> {
  const answers = await Promise.all(
    names.map((name) =>
      new Deno.Command(name, { args: ["--version"], stdout: "null", stderr: "null" }).output()
        .then(({ success }) => success).catch(() => false)
    ),
  );
  return answers.every((isThere) => isThere);
}

/** The output of a command; fails with the end of its output. */
export async function command(name: string, args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(name, { args }).output();
  const text = new TextDecoder().decode(stdout);
  if (!success) throw new Error(`${name} failed: ${(text + new TextDecoder().decode(stderr)).slice(-2_000)}`);
  return text;
}
