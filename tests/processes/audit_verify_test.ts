import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { keys } from "../../storage/keys.ts";
import { makeStore, openStored, STORED_KEY } from "../support/stored_plant.ts";
import { breakValue, resign } from "../support/tampered_audit.ts";

/** Of `deno task audit`. */
const FLAGS = ["--no-prompt", "--allow-env", "--allow-read", "--allow-write"];

/** Runs `deno task audit verify` with arguments; the store is in the folder. */
async function verify(folder: string, args: string[] = [], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", ...FLAGS, "--no-check", "main.ts", "audit", "verify", ...args],
    env: { DATA_DIR: folder, KV_URL: `${folder}/andon.sqlite`, ...env },
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

Deno.test("audit verify names an entry and a block that cannot be decoded, of a store and a backup", async () => {
  await using on = await sealedStore();
  const kv = await Deno.openKv(on.path);
  const [, entry] = await Array.fromAsync(kv.list({ prefix: ["audit"] }, { limit: 2 }));
  kv.close();
  breakValue(on.path, entry.key.map(String));
  for (const args of [[], [on.path]]) {
    const { code, text } = await verify(on.folder, args);
    assertEquals(code, 1, text);
    assertStringIncludes(text, `entry ${String(entry.key[1])} cannot be decoded`);
    assertEquals(text.includes("    at "), false, text);
  }
  breakValue(on.path, keys.auditBlock(1), new Uint8Array([1]));
  const { code, text } = await verify(on.folder);
  assertEquals(code, 1, text);
  assertStringIncludes(text, "block 1: cannot be decoded");
});

Deno.test("audit verify says of an emptied log that block 0 is missing", async () => {
  await using on = await sealedStore();
  const kv = await Deno.openKv(on.path);
  for (const noun of ["audit", "audit_block", "audit_unsealed", "audit_head"]) {
    for await (const { key } of kv.list({ prefix: [noun] })) await kv.delete(key);
  }
  await kv.delete(keys.auditHead());
  kv.close();
  const { code, text } = await verify(on.folder);
  assertEquals(code, 1, text);
  assertStringIncludes(text, "block 0: missing block");
});

Deno.test("audit verify finds a log that was signed anew by SECRETS_KEY or the fingerprint, and says what it did not check", async () => {
  await using on = await sealedStore();
  const SECRETS_KEY = STORED_KEY.toBase64(), key = `--key=${on.key_fingerprint}`;
  const sound = await verify(on.folder, [key, `--head=${on.head}`], { SECRETS_KEY });
  assertEquals([sound.code, sound.text.includes("Not checked")], [0, false], sound.text);
  const kv = await Deno.openKv(on.path);
  await resign(kv);
  kv.close();
  const unaware = await verify(on.folder);
  assertEquals(unaware.code, 0, unaware.text);
  assertStringIncludes(unaware.text, "Not checked: whether Andon's own key signed the log");
  for (const [args, env] of [[[key], {}], [[], { SECRETS_KEY }], [[on.path], { SECRETS_KEY }]] as const) {
    const { code, text } = await verify(on.folder, [...args], env);
    assertEquals(code, 1, text);
    assertStringIncludes(text, "block 0: the key is not the sealed or kept one");
  }
  const wrong = await verify(on.folder, [], { SECRETS_KEY: new Uint8Array(32).fill(8).toBase64() });
  assertEquals(wrong.code, 2, wrong.text);
  assertStringIncludes(wrong.text, "give --key");
  const text = await verify(on.folder, ["--key=12:34"]);
  assertEquals(text.code, 2);
  assertStringIncludes(text.text, "16 hexadecimal digits");
});
