import { assert, assertEquals, assertMatch } from "@std/assert";
import { COMMANDS } from "../../cli/commands.ts";
import { flagsOf } from "../../main/permission_flags.ts";
import { AndonClient } from "../support/andon_client.ts";
import { ADMIN_PASSWORD, AndonProcess } from "../support/andon_process.ts";
import { bareEnvironment } from "../support/bare_environment.ts";
import { inTime } from "../support/eventually.ts";

const MAIN = new URL("../../main.ts", import.meta.url).pathname;

/** The command with the permissions that a bundle gives it. */
function command(name: "export" | "apply", args: string[], environment: Record<string, string>) {
  const env = { ...bareEnvironment(), ...environment };
  const flags = flagsOf(COMMANDS[name].permissions, env, args);
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--quiet", ...flags, MAIN, name, ...args],
    clearEnv: true,
    env,
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

async function ended(child: Deno.ChildProcess) {
  const { code, stdout, stderr } = await child.output();
  const [out, err] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes).trimEnd());
  return { code, out: out!, err: err! };
}

/** Passes requests on, and never answers the write of a number. */
function silentGateway(target: string, silentAt: number) {
  const silent = Promise.withResolvers<void>(), held = Promise.withResolvers<Response>();
  let writes = 0;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const { pathname, search } = new URL(request.url), { headers, method } = request;
    const body = method === "GET" ? undefined : await request.text();
    const answer = await fetch(target + pathname + search, { method, headers, body });
    if (method === "GET" || ++writes < silentAt) return answer;
    await answer.body?.cancel();
    silent.resolve();
    return await held.promise;
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    silent: silent.promise,
    release: () => held.resolve(new Response()),
    server,
  };
}

Deno.test("export and apply may use the network and their folder only, and apply goes on after a SIGKILL", async () => {
  const folder = await Deno.makeTempDir({ prefix: "andon plant " });
  try {
    await using andon = await AndonProcess.start({ dataDir: `${folder}/data`, allow: "127.0.0.1" });
    const client = new AndonClient(andon.baseUrl);
    await client.signIn("admin", ADMIN_PASSWORD);
    const { data } = await client.ok("POST", "/api/keys", { name: "ci", role: "admin" });
    await Deno.writeTextFile(`${folder}/key`, `${data.key}\n`);
    await Deno.mkdir(`${folder}/secrets`);
    await Deno.writeTextFile(`${folder}/secrets/anna`, "correct horse battery staple\n");
    await Deno.mkdir(`${folder}/plant`);
    const packages = Array.from({ length: 6 }, (_, at) => `  - name: Package ${at}\n`).join("");
    const users = "users:\n  - { username: anna, role: viewer, password: { file: anna } }\n";
    await Deno.writeTextFile(`${folder}/plant/all.yaml`, `${users}packages:\n${packages}`);
    const environment = {
      ANDON_URL: andon.baseUrl,
      ANDON_KEY_FILE: `${folder}/key`,
      ANDON_SECRETS_DIR: `${folder}/secrets`,
    };

    const gateway = silentGateway(andon.baseUrl, 4);
    const killed = command("apply", [`${folder}/plant`], { ...environment, ANDON_URL: gateway.url });
    await inTime("the fourth write", gateway.silent);
    killed.kill("SIGKILL");
    assertEquals((await ended(killed)).code, 137);
    gateway.release();
    await gateway.server.shutdown();
    const left = await ended(command("apply", [`${folder}/plant`, "--dry-run"], environment));
    assertEquals([left.code, left.err], [3, ""]);
    assertEquals(left.out.split("\n").at(-1), "Differences: 3 to create");
    const applied = await ended(command("apply", [`${folder}/plant`], environment));
    assertEquals([applied.code, applied.err], [0, ""]);
    assertEquals((await client.ok("GET", "/api/packages")).data.length, 6);

    await Deno.mkdir(`${folder}/copy`);
    const exported = await ended(command("export", [`${folder}/copy`], environment));
    assertEquals([exported.code, exported.err], [0, ""]);
    assertMatch(await Deno.readTextFile(`${folder}/copy/packages.yaml`), /name: Package 5/);
    const same = await ended(command("apply", [`${folder}/copy`, "--dry-run", "--prune"], environment));
    assertEquals([same.code, same.out], [0, "Nothing to do"]);

    const elsewhere = flagsOf(COMMANDS.export.permissions, environment, [`${folder}/copy`]);
    assert(!elsewhere.some((flag) => /^--allow-(run|ffi|sys|all)|^-A$/.test(flag)));
    assert(elsewhere.includes(`--allow-write=${folder}/copy`));
    const none = await ended(command("apply", [`${folder}/plant`], { ANDON_URL: andon.baseUrl }));
    assertEquals(none.code, 2);
    assertMatch(none.err, /^Set ANDON_KEY, or ANDON_KEY_FILE/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
