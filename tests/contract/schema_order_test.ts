import { assertEquals } from "@std/assert";

Deno.test("the document is the same, whichever schemas are loaded first", async () => {
  const url = new URL("late_document.ts", import.meta.url);
  const args = ["run", "-A", "--no-check", "--lock=tests/deno.lock", url.pathname];
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  const text = new TextDecoder().decode(stdout);
  const stored = await Deno.readTextFile(new URL("../../docs/openapi.json", import.meta.url));
  assertEquals(text === "" ? new TextDecoder().decode(stderr) : JSON.parse(text), JSON.parse(stored));
});
