import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { makeStore, openStored } from "../support/stored_plant.ts";

/** Of `deno task audit`. */
const FLAGS = ["--no-prompt", "--allow-env", "--allow-read", "--allow-write"];

/** Runs `deno task audit verify` with arguments; the store is in the folder. */
async function verify(folder: string, args: string[] = []) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...FLAGS, "--no-check", "main.ts", "audit", "verify", ...args],
    env: { DATA_DIR: folder, KV_URL: `${folder}/andon.sqlite` },
  }).output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, text: text(stdout) + text(stderr) };
}

async function sealedStore() {
  const folder = await Deno.makeTempDir();
  const path = await makeStore(folder, 5);
  const storage = await openStored(path);
  await storage.auditSeals.sealAll();
  const { head, key_fingerprint } = await storage.auditSeals.head();
  await storage.close();
  return {
    folder,
    path,
    head,
    key_fingerprint,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

Deno.test("audit verify names the head and key of a whole log, and the entry that was changed by hand", async () => {
  await using on = await sealedStore();
  const whole = await verify(on.folder, [`--head=${on.head}`]);
  assertEquals(whole.code, 0, whole.text);
  for (const part of ["is whole", on.head, on.key_fingerprint]) assertStringIncludes(whole.text, part);
  const kv = await Deno.openKv(on.path);
  const [entry] = await Array.fromAsync(kv.list<object>({ prefix: ["audit"] }, { limit: 1 }));
  await kv.set(entry.key, { ...entry.value, who: "nobody" });
  kv.close();
  const broken = await verify(on.folder);
  assertEquals(broken.code, 1);
  assertStringIncludes(broken.text, `entry ${String(entry.key[1])} changed`);
  const bytes = await Deno.readFile(on.path);
  const backup = await verify(on.folder, [on.path]);
  assertEquals([backup.code, backup.text.includes("changed")], [1, true]);
  assertEquals(await Deno.readFile(on.path), bytes, "a backup is not changed");
});

Deno.test("audit verify refuses a store in use, no store and a wrong head with one line", async () => {
  await using on = await sealedStore();
  const storage = await openStored(on.path);
  try {
    const inUse = await verify(on.folder);
    assertEquals(inUse.code, 2, inUse.text);
    assertStringIncludes(inUse.text, "a backup of it");
  } finally {
    await storage.close();
  }
  for (const args of [["--head=x"], [`${on.folder}/none`], ["a", "b"]]) {
    const { code, text } = await verify(on.folder, args);
    assertEquals([code, text.trim().split("\n").length], [2, 1], text);
  }
  assert(on.head.length > 64);
});
