import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { settingsHelp } from "../../../settings/help.ts";
import { SECRET_NAMES, withSecretFiles } from "../../../settings/secret_files.ts";
import { SettingsError } from "../../../settings/settings_error.ts";

async function withFile(
  content: string | Uint8Array,
  test: (path: string) => void | Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await Deno.writeFile(`${folder}/secret`, bytes, { mode: 0o600 });
    await test(`${folder}/secret`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function refusal(environment: Record<string, string>): string {
  return assertThrows(() => withSecretFiles(environment), SettingsError).message;
}

Deno.test("every secret can come from a file, and the help says so", () =>
  withFile("a secret of 16 c\n", (path) => {
    assertEquals(SECRET_NAMES, [
      "ADMIN_PASSWORD",
      "SECRETS_KEY",
      "SECRETS_KEY_PREVIOUS",
      "BACKUP_S3_SECRET",
      "METRICS_TOKEN",
      "DENO_KV_ACCESS_TOKEN",
    ]);
    const help = settingsHelp();
    for (const name of SECRET_NAMES) {
      const { environment, filed, warnings } = withSecretFiles({ PORT: "1", [`${name}_FILE`]: path });
      assertEquals([environment[name], environment.PORT], ["a secret of 16 c", "1"]);
      assertEquals([filed, warnings], [[name], []]);
      assert(help.includes(`${name}_FILE`), name);
    }
    assertEquals(withSecretFiles({ PORT_FILE: path }).environment, { PORT_FILE: path });
  }));

Deno.test("one line break at the end of a file is cut, other space belongs to the secret", async () => {
  for (
    const [content, secret] of [["x", "x"], ["x\n", "x"], ["x\r\n", "x"], ["x\n\n", "x\n"], [" x ", " x "]]
  ) {
    await withFile(content, (path) => {
      assertEquals(withSecretFiles({ ADMIN_PASSWORD_FILE: path }).environment.ADMIN_PASSWORD, secret);
    });
  }
});

Deno.test("a secret that is given twice is refused; an empty variable is not set", () =>
  withFile("from the file", (path) => {
    const both = { ADMIN_PASSWORD: "given", ADMIN_PASSWORD_FILE: path };
    assertEquals(refusal(both), "ADMIN_PASSWORD and ADMIN_PASSWORD_FILE are both set; set one of them");
    const { environment } = withSecretFiles({ ADMIN_PASSWORD: "", ADMIN_PASSWORD_FILE: path });
    assertEquals(environment.ADMIN_PASSWORD, "from the file");
    assertEquals(withSecretFiles({ ADMIN_PASSWORD_FILE: "" }).filed, []);
  }));

Deno.test("a file that cannot be used is refused by name, without its content", async () => {
  const at = (path: string) => refusal({ METRICS_TOKEN_FILE: path });
  assertMatch(at("/no/such/file"), /^METRICS_TOKEN_FILE names "\/no\/such\/file", which cannot be read \(/);
  await withFile("", (path) => assertMatch(at(path), /which is empty$/));
  await withFile("\n", (path) => assertMatch(at(path), /which is empty$/));
  await withFile(Uint8Array.of(0xff, 0xfe), (path) => assertMatch(at(path), /which is not UTF-8 text$/));
  await withFile("x".repeat(65_536), (path) => {
    assertEquals(withSecretFiles({ METRICS_TOKEN_FILE: path }).environment.METRICS_TOKEN?.length, 65_536);
  });
  await withFile("x".repeat(65_537), (path) => assertMatch(at(path), /which has more than 65536 bytes$/));
  const folder = await Deno.makeTempDir();
  assertMatch(at(folder), /which cannot be read/);
  await Deno.remove(folder);
});

Deno.test("a file that other users can read is a warning that names the command", () =>
  withFile("secret", async (path) => {
    await Deno.chmod(path, 0o644);
    assertEquals(withSecretFiles({ SECRETS_KEY_FILE: path }).warnings, [
      `SECRETS_KEY_FILE: other users can read "${path}"; run: chmod 600 "${path}"`,
    ]);
    await Deno.chmod(path, 0o640);
    assertEquals(withSecretFiles({ SECRETS_KEY_FILE: path }).warnings, []);
  }));
