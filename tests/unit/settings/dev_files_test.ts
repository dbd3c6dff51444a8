import { assertEquals, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import { devSecrets } from "../../../settings/dev_files.ts";
import { SettingsError } from "../../../settings/settings_error.ts";

async function inTempDir(run: (dir: string) => Promise<void>): Promise<void> {
  const dir = await Deno.makeTempDir();
  try {
    await run(dir);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
}

function modeOf(file: string): number {
  return (Deno.statSync(file).mode ?? 0) & 0o777;
}

Deno.test("devSecrets() creates files that only their owner can read, and their folder", () =>
  inTempDir(async (dir) => {
    const dataDir = `${dir}/deep/data`;
    const secrets = await devSecrets(dataDir);
    assertMatch(secrets.adminPassword, /^[A-Za-z0-9_-]{20}$/);
    assertEquals(secrets.secretsKey.length, 32);
    assertEquals(secrets.adminPasswordFile, `${dataDir}/admin_password`);
    assertEquals(await Deno.readTextFile(`${dataDir}/admin_password`), `${secrets.adminPassword}\n`);
    assertEquals([modeOf(`${dataDir}/admin_password`), modeOf(`${dataDir}/secrets_key`)], [0o600, 0o600]);
  }));

Deno.test("devSecrets() reads existing files", () =>
  inTempDir(async (dir) => {
    const first = await devSecrets(dir);
    assertEquals(await devSecrets(dir), first);
  }));

Deno.test("devSecrets() is different in another folder", () =>
  inTempDir(async (dir) => {
    const [one, other] = [await devSecrets(`${dir}/one`), await devSecrets(`${dir}/other`)];
    assertNotEquals(one.adminPassword, other.adminPassword);
    assertNotEquals(one.secretsKey, other.secretsKey);
  }));

Deno.test("devSecrets() generates nothing that is set", () =>
  inTempDir(async (dir) => {
    const secretsKey = new Uint8Array(32).fill(1);
    const secrets = await devSecrets(dir, { adminPassword: "given by hand", secretsKey });
    assertEquals(secrets, { adminPassword: "given by hand", secretsKey, adminPasswordFile: null });
    assertEquals([...Deno.readDirSync(dir)], []);
  }));

Deno.test("devSecrets() refuses a broken file and leaves it as it is", () =>
  inTempDir(async (dir) => {
    await Deno.writeTextFile(`${dir}/secrets_key`, "half\n");
    const error = await assertRejects(() => devSecrets(dir), SettingsError);
    assertEquals(error.message, `${dir}/secrets_key holds no usable value; delete it to generate a new one`);
    assertEquals(await Deno.readTextFile(`${dir}/secrets_key`), "half\n");
  }));

Deno.test("devSecrets() names a folder that cannot be created, is a file, or contains a folder instead of a file", () =>
  inTempDir(async (dir) => {
    await Deno.writeTextFile(`${dir}/file`, "");
    await Deno.mkdir(`${dir}/data/admin_password`, { recursive: true });
    for (const dataDir of ["/dev/null/data", `${dir}/file`, `${dir}/data`]) {
      const { message } = await assertRejects(() => devSecrets(dataDir), SettingsError);
      assertMatch(
        message,
        /^DATA_DIR is ".+", which cannot be written \(.+\); use a writable folder$/,
      );
      assertEquals(message.split('"')[1], dataDir);
    }
  }));
