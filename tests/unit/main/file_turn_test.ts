import { assertEquals } from "@std/assert";
import { fileTurn } from "../../../main/console.ts";

const LONG_MS = 60_000;

async function inTempDir(run: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await run(`${folder}/lock`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("fileTurn() is had by one at a time", () =>
  inTempDir(async (path) => {
    let holding = 0;
    const most: number[] = [];
    await Promise.all(Array.from({ length: 5 }, async () => {
      using _ = await fileTurn(path, { deadlineMs: LONG_MS });
      most.push(++holding);
      await new Promise((resolve) => setTimeout(resolve));
      holding--;
    }));
    assertEquals(most, [1, 1, 1, 1, 1]);
  }));

Deno.test("fileTurn() goes on after its deadline, whoever holds the file", () =>
  inTempDir(async (path) => {
    using _ = await fileTurn(path, { deadlineMs: LONG_MS });
    using late = await fileTurn(path, { deadlineMs: 1 });
    assertEquals(Symbol.dispose in late, true);
  }));
