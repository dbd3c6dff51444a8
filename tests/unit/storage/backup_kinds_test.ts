import { assertEquals } from "@std/assert";
import { keys } from "../../../storage/keys.ts";
import { keyPart } from "../../../storage/backup/inspect.ts";
import { kinds } from "../../../storage/kinds.ts";

Deno.test("keyPart() names the keys of every kind of record, so that a backup reads them all", () => {
  const table = new Map<string, (...parts: never[]) => readonly unknown[]>(Object.entries(keys));
  for (const kind of Object.keys(kinds)) {
    const key = table.get(kind);
    assertEquals(key?.()[0], keyPart(kind), `records of the kind ${kind} stand under keys.${kind}`);
  }
});
