/** Creates a project of these files in a temporary folder, runs the test, and removes it. */
export async function withProject(files: Record<string, string>, run: (root: string) => void): Promise<void> {
  const root = await Deno.makeTempDir();
  try {
    for (const [path, text] of Object.entries(files)) {
      await Deno.mkdir(`${root}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${root}/${path}`, text);
    }
    run(root);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

/** Runs a task of deno.json on a project; returns its exit code and output. */
export async function runTask(task: string, root: string): Promise<{ code: number; printed: string }> {
  const command = new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", task, root],
    cwd: new URL("../../../", import.meta.url),
    env: { NO_COLOR: "1" },
  });
  const { code, stdout, stderr } = await command.output();
  return { code, printed: new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr) };
}
