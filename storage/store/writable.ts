import { dirname } from "node:path";
import { errorSentence } from "../../domain/shared/refusal.ts";

/**
 * Throws an Error that names a file or folder that Andon may not write to. Without this check a read-only
 * database would open, fail at its first write, and in a read-only folder end the process.
 */
export async function assertWritable(path: string): Promise<void> {
  await attempt(
    `The file "${path}"`,
    async () => (await Deno.open(path, { write: true, create: true, mode: 0o600 })).close(),
  );
  const checkFile = `${path}.check`;
  await attempt(`The folder "${dirname(path)}"`, async () => {
    (await Deno.open(checkFile, { write: true, create: true, mode: 0o600 })).close();
    await Deno.remove(checkFile);
  });
}

async function attempt(what: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const [reason] = errorSentence(error).split(": open ");
    throw new Error(`${what} cannot be written (${reason}); give Andon the right to write there`);
  }
}
