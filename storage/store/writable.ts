import { dirname } from "node:path";

/**
 * Throws an Error that names the file or folder which Andon may not write to. A database opened without that right
 * opens well, fails at its first write, and takes the whole process with it when its folder is the one that is closed.
 */
export async function assertWritable(path: string): Promise<void> {
  await attempt(
    `The file "${path}"`,
    async () => (await Deno.open(path, { write: true, create: true })).close(),
  );
  const beside = `${path}.check`;
  await attempt(`The folder "${dirname(path)}"`, async () => {
    (await Deno.open(beside, { write: true, create: true })).close();
    await Deno.remove(beside);
  });
}

async function attempt(what: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split(": open ");
    throw new Error(`${what} cannot be written (${reason}); give Andon the right to write there`);
  }
}
