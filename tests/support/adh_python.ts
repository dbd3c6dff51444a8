/** The vendor's own client library, in the version that the facts were checked with. */
const LIBRARY = "adh_sample_library_preview==0.10.19rc0";
const MODULE = "adh_sample_library_preview";
const DEADLINE_MS = 120_000;

export interface AdhPython {
  /** The interpreter that has the library. */
  program: string;
  remove(): Promise<void>;
}

/** A Python that has the library, installed for the occasion where need be; else the reason why there is none. */
export async function adhPython(): Promise<AdhPython | { missing: string }> {
  if (!await succeeds("python3", ["--version"])) return { missing: "there is no python3" };
  if (await succeeds("python3", ["-c", `import ${MODULE}`])) {
    return { program: "python3", remove: () => Promise.resolve() };
  }
  const folder = await Deno.makeTempDir();
  const remove = () => Deno.remove(folder, { recursive: true });
  const program = `${folder}/bin/python`;
  const installed = await succeeds("python3", ["-m", "venv", folder]) &&
    await succeeds(program, ["-m", "pip", "install", "--quiet", "--no-input", LIBRARY]);
  if (installed) return { program, remove };
  await remove();
  return { missing: `${LIBRARY} could not be installed with pip` };
}

async function succeeds(program: string, args: string[]): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const { success } = await new Deno.Command(program, { args, signal, stdout: "null", stderr: "null" })
      .output();
    return success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Runs the reader against a simulator; `untilActive` is called while its signup waits for updates. */
export async function runReader<T>(
  python: AdhPython,
  asked: Record<string, unknown>,
  untilActive: () => void,
): Promise<T> {
  const script = new URL("./adh_reader.py", import.meta.url).pathname;
  await using child = new Deno.Command(python.program, {
    args: [script],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(child.stderr).text();
  const input = child.stdin.getWriter();
  const send = (line: string) => input.write(new TextEncoder().encode(`${line}\n`));
  await send(JSON.stringify(asked));
  const lines: string[] = [];
  for await (const line of linesOf(child.stdout)) {
    lines.push(line);
    if (line !== "active") continue;
    untilActive();
    await send("go on");
  }
  await input.close().catch(() => undefined);
  const { success } = await child.status;
  if (!success) throw new Error(await errors);
  await errors;
  return JSON.parse(lines[lines.length - 1]);
}

async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  if (rest !== "") yield rest;
}
