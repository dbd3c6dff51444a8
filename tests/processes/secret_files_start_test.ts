import { assertEquals } from "@std/assert";
import { ADMIN_PASSWORD, SECRETS_KEY } from "../support/andon_process.ts";
import { bareEnvironment } from "../support/bare_environment.ts";
import { endedStart } from "../support/refused_start.ts";

Deno.test("a start with a secret twice, or with a file that is not there, ends with one line and exit code 2", async () => {
  const twice = await endedStart({ METRICS_TOKEN: "a", METRICS_TOKEN_FILE: "/dev/null" });
  assertEquals([twice.code, twice.lines], [
    2,
    ["METRICS_TOKEN and METRICS_TOKEN_FILE are both set; set one of them"],
  ]);
  const gone = await endedStart({ SECRETS_KEY: null, SECRETS_KEY_FILE: "/no/such/file" });
  assertEquals([gone.code, gone.lines.length], [2, 1]);
  assertEquals(
    gone.lines[0].startsWith('SECRETS_KEY_FILE names "/no/such/file", which cannot be read'),
    true,
  );
});

Deno.test("the program has its secrets from files, and Deno the token of the KV server", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const secrets = {
      ADMIN_PASSWORD,
      SECRETS_KEY,
      METRICS_TOKEN: "token-in-the-file",
      DENO_KV_ACCESS_TOKEN: "kv token",
    };
    const env: Record<string, string> = {};
    for (const [name, secret] of Object.entries(secrets)) {
      env[`${name}_FILE`] = `${folder}/${name}`;
      await Deno.writeTextFile(`${folder}/${name}`, `${secret}\n`, { mode: 0o600 });
    }
    const of = (path: string) => JSON.stringify(new URL(`../../${path}`, import.meta.url).href);
    const script = `
      const { readEnvironment } = await import(${of("main/environment.ts")});
      const { parseSettings } = await import(${of("settings/settings.ts")});
      const { environment, warnings } = readEnvironment();
      const settings = parseSettings(environment, "start", { cores: 1, tty: false });
      const { adminPassword, metricsToken } = settings;
      const key = settings.secretsKey.toBase64(), token = Deno.env.get("DENO_KV_ACCESS_TOKEN");
      console.log(JSON.stringify([adminPassword, key, metricsToken, token, warnings]));
    `;
    const config = new URL("../../deno.json", import.meta.url).pathname;
    const args = ["eval", "--no-lock", "--config", config, script];
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args,
      clearEnv: true,
      env: { ...bareEnvironment(), ...env },
    }).output();
    const printed = new TextDecoder().decode(stdout);
    assertEquals(
      printed.trim(),
      JSON.stringify([ADMIN_PASSWORD, SECRETS_KEY, "token-in-the-file", "kv token", []]),
      new TextDecoder().decode(stderr),
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
