import { assert, assertEquals } from "@std/assert";
import { flagsOf, permissionFlags } from "../../../main/permission_flags.ts";

function pathsOf(what: "read" | "write", environment: Record<string, string>): string[] {
  const flag = permissionFlags(environment).find((each) => each.startsWith(`--allow-${what}=`));
  return flag?.replace(/^[^=]*=/, "").split(",") ?? [];
}

Deno.test("the folders of the store and of its backups are the only ones that may be written to", () => {
  assertEquals(pathsOf("write", {}), [".data"]);
  assertEquals(pathsOf("write", { DATA_DIR: "/var/lib/andon" }), ["/var/lib/andon"]);
  assertEquals(pathsOf("write", { DATA_DIR: "d", KV_URL: "/kv/andon.sqlite" }), ["d", "/kv"]);
  for (const what of ["read", "write"] as const) {
    assertEquals(pathsOf(what, { BACKUP_TO: "/mnt/backups" }).slice(-2), [".data", "/mnt/backups"]);
    assertEquals(pathsOf(what, { BACKUP_TO: "s3://bucket/a" }).at(-1), ".data");
  }
  for (const KV_URL of [":memory:", ":platform:", "https://kv.example.org"]) {
    assertEquals(pathsOf("write", { DATA_DIR: "d", KV_URL }), ["d"], KV_URL);
  }
});

Deno.test("files that the settings name may be read, others outside the program may not", () => {
  const named = { SECRETS_KEY_FILE: "/run/key", TLS_CERT_FILE: "/tls/cert.pem", OTHER_FILE: "/etc/passwd" };
  assertEquals(pathsOf("read", named).slice(1), [".data", "/run/key", "/tls/cert.pem"]);
});

Deno.test("a collector reads its settings anywhere, and writes its folder only", () => {
  const flags = flagsOf("collect", { DATA_DIR: "/var/lib/a,b", KV_URL: "/kv/andon.sqlite" });
  assertEquals(flags.filter((flag) => /read|write|run|ffi/.test(flag)), [
    "--allow-read",
    "--allow-write=/var/lib/a,,b",
  ]);
});

/** What a program with the flags of `deno task start` may do. */
const TRIES = `
const outcome = (name, work) => {
  try { work(); console.log(name, "done"); } catch (error) { console.log(name, error.name); }
};
const [own, other] = Deno.args;
outcome("write own", () => Deno.writeTextFileSync(own, "1"));
outcome("write other", () => Deno.writeTextFileSync(other, "1"));
outcome("write the program", () => Deno.writeTextFileSync(new URL("${new URL(
  "../../../main.ts",
  import.meta.url,
)}"), ""));
outcome("read other", () => Deno.readTextFileSync("/etc/passwd"));
outcome("run", () => new Deno.Command("true").outputSync());
outcome("load a library", () => Deno.dlopen("libc.so.6", {}));
`;

Deno.test("with these permissions a program writes its folder, and neither others nor runs anything", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const own = `${folder}/own`, other = `${folder}/other`;
    await Deno.mkdir(own);
    await Deno.writeTextFile(`${folder}/tries.js`, TRIES);
    const flags = permissionFlags({ DATA_DIR: own });
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--quiet", ...flags, `${folder}/tries.js`, `${own}/file`, other],
    }).output();
    assertEquals(new TextDecoder().decode(stdout).trim().split("\n"), [
      "write own done",
      "write other NotCapable",
      "write the program NotCapable",
      "read other NotCapable",
      "run NotCapable",
      "load a library NotCapable",
    ]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

/** Prints the limit that a program with these flags finds. */
async function foundLimit(flags: readonly string[], openFiles: number): Promise<number> {
  const module = new URL("../../../main/open_files.ts", import.meta.url);
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(
      `${folder}/limit.ts`,
      `const { openFilesLimit } = await import("${module}"); console.log(openFilesLimit());`,
    );
    const { stdout } = await new Deno.Command("sh", {
      args: ["-c", `ulimit -n ${openFiles} && exec "$@"`, "sh", Deno.execPath(), "run", "--quiet", ...flags]
        .concat(
          `${folder}/limit.ts`,
        ),
    }).output();
    return Number(new TextDecoder().decode(stdout));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("with these permissions a program finds out how many files it may have open", async () => {
  assertEquals(await foundLimit(["-A"], 300), 300);
  const found = await foundLimit(permissionFlags({}), 300);
  assert(found > 200 && found <= 300, `${found}`);
});
