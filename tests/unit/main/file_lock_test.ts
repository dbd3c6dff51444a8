import { assertEquals } from "@std/assert";
import { lockFile } from "../../../main/file_lock.ts";

const LONG_MS = 60_000;

async function inTempDir(run: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(`${folder}/lock`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("lockFile() locks for one holder at a time", () =>
  inTempDir(async (path) => {
    let holding = 0;
    const most: number[] = [];
    await Promise.all(Array.from({ length: 5 }, async () => {
      using _ = await lockFile(path, { deadlineMs: LONG_MS });
      most.push(++holding);
      await new Promise((resolve) => setTimeout(resolve));
      holding--;
    }));
    assertEquals(most, [1, 1, 1, 1, 1]);
  }));

Deno.test("lockFile() continues after its deadline without the lock", () =>
  inTempDir(async (path) => {
    using _ = await lockFile(path, { deadlineMs: LONG_MS });
    using late = await lockFile(path, { deadlineMs: 1 });
    assertEquals(Symbol.dispose in late, true);
  }));
