import { assert, assertEquals, assertMatch } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import { ADMIN_PASSWORD, SECRETS_KEY } from "../support/andon_process.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free_port.ts";

const FOLDER = `andon-${config.version}-linux-x64`;
/** Compiles the whole program. */
const FIRST_START_MS = 120_000;
const isHere = Deno.build.os === "linux" && Deno.build.arch === "x86_64";

async function output(command: string, options: Deno.CommandOptions = {}) {
  const { code, stdout, stderr } = await new Deno.Command(command, options).output();
  const [out, error] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  assertEquals(code, 0, error);
  return out;
}

/** Only the two programs that the launcher runs; no home, and no way to a registry. */
async function bareMachine(folder: string): Promise<Record<string, string>> {
  await Deno.mkdir(`${folder}/bin`);
  for (const name of ["dirname", "readlink"]) {
    await Deno.symlink((await output("which", { args: [name] })).trim(), `${folder}/bin/${name}`);
  }
  return { PATH: `${folder}/bin`, HOME: "/nonexistent", HTTPS_PROXY: "http://127.0.0.1:9" };
}

Deno.test({
  name: "the bundle of linux-x64 starts in a path with a space, without Deno, home and network",
  ignore: !isHere,
  async fn() {
    const folder = await Deno.makeTempDir({ prefix: "andon bundle " });
    try {
      await output(Deno.execPath(), { args: ["task", "bundle", "--out", folder] });
      await output("tar", { args: ["xzf", `${FOLDER}.tar.gz`], cwd: folder });
      await output("sha256sum", { args: ["--check", "--quiet", "SHA256SUMS"], cwd: `${folder}/${FOLDER}` });
      const env = await bareMachine(folder), andon = `${folder}/${FOLDER}/andon`;
      const version = await output(andon, { args: ["version"], env, clearEnv: true });
      assertMatch(version, new RegExp(`^andon ${config.version} \\(Deno `));
      await startsAndEnds(andon, { env, dataDir: `${folder}/data` });
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

async function startsAndEnds(
  andon: string,
  { env, dataDir }: { env: Record<string, string>; dataDir: string },
): Promise<void> {
  const port = freePort(), address = `http://127.0.0.1:${port}`;
  const settings = { PORT: String(port), HOST: "127.0.0.1", DATA_DIR: dataDir, ADMIN_PASSWORD, SECRETS_KEY };
  const process = new Deno.Command(andon, {
    args: ["start"],
    env: { ...env, ...settings },
    clearEnv: true,
    stdout: "null",
    stderr: "null",
  }).spawn();
  try {
    await eventually("the bundle is ready", () => answers(`${address}/readyz`), FIRST_START_MS);
    const page = await (await fetch(`${address}/sign-in`)).text();
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(page)?.[1];
    assert(script !== undefined && await answers(address + script), "the console's script is served");
  } finally {
    process.kill("SIGTERM");
  }
  assertEquals((await process.status).code, 0);
}

async function answers(address: string): Promise<boolean> {
  const response = await fetch(address).catch(() => null);
  await response?.body?.cancel();
  return response?.ok === true;
}
