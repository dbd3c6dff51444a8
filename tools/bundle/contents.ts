import { createHash } from "node:crypto";
import {
  BROTLI,
  CONSOLE_DIST,
  CONSOLE_MANIFEST,
  readConsoleManifest,
} from "../../settings/console/manifest.ts";
import { PROGRAM_FOLDERS } from "../layers.ts";
import { cachedPackages } from "../npm_cache.ts";
import { type LockFile, packageOf, type Sbom } from "../sbom.ts";
import { locked, projectSbom } from "../write_sbom.ts";
import type { Entries, Entry } from "./archive.ts";
import type { Target } from "./targets.ts";

const ROOT = new URL("../..", import.meta.url).pathname.replace(/\/$/, "");
const DENO_LOCK = `${ROOT}/tools/bundle/deno.lock`;
/** Beside the folders of the program; the last two are among the sources of the console, whose hash is compared. */
const PROGRAM_FILES = [
  "main.ts",
  "deno.json",
  "deno.lock",
  "packaging/systemd",
  "packaging/windows",
  "tools/build_console.ts",
  "tools/console",
];
/** As Deno's cache names the registry of npm. */
const REGISTRY = "packages/npm/registry.npmjs.org";

type Files = Map<string, Entry>;

/** Everything in a bundle of the sources that git knows and of the console as it is built, by path. */
export async function contentsFor(target: Target): Promise<Entries> {
  const own: LockFile = JSON.parse(await Deno.readTextFile(`${ROOT}/deno.lock`));
  const deno = locked(JSON.parse(await Deno.readTextFile(DENO_LOCK)), [target.deno]);
  const sbom = await projectSbom(deno);
  const files: Files = new Map([
    [target.launcher, { ...await read(`packaging/bundle/${target.launcher}`), isExecutable: true }],
    ["README.txt", await read("packaging/bundle/README.txt")],
    ["LICENSE", await read("LICENSE")],
    ["licences/deno.txt", await read("packaging/bundle/deno_licence.txt")],
    ["licences/packages.txt", textEntry(licencesText(sbom))],
    ["andon.cdx.json", textEntry(`${JSON.stringify(sbom, null, 2)}\n`)],
    [target.binary, await denoBinary(target, deno)],
  ]);
  for (const path of await programPaths()) files.set(`program/${path}`, await read(path));
  await addPackages(files, own);
  files.set("SHA256SUMS", textEntry(checksums(files)));
  return files;
}

async function denoBinary({ deno: name, binary }: Target, lock: LockFile): Promise<Entry> {
  const folderOf = await cachedPackages(lock, DENO_LOCK);
  const [found] = Object.keys(lock.npm).map(packageOf);
  if (found === undefined) throw new TypeError(`${DENO_LOCK} lacks ${name}`);
  return { content: await Deno.readFile(`${folderOf(name, found.version)}/${binary}`), isExecutable: true };
}

/** The sources that git knows, and the files of the built console. */
async function programPaths(): Promise<string[]> {
  const args = ["-C", ROOT, "ls-files", "-z", "--", ...PROGRAM_FILES, ...PROGRAM_FOLDERS];
  const { success, stdout } = await new Deno.Command("git", { args, stderr: "inherit" }).output();
  if (!success) {
    throw new Error("git does not list the sources; build the bundle in a clone of the repository");
  }
  const sources = new TextDecoder().decode(stdout).split("\0").filter((path) => path !== "");
  return [...sources, ...consolePaths()];
}

/** Other files in the folder are of older builds. */
function consolePaths(): string[] {
  const { files = [] } = readConsoleManifest(ROOT) ?? {};
  const packed = files.filter((name) => /\.(js|css)$/.test(name)).map((name) => name + BROTLI);
  return [CONSOLE_MANIFEST, ...files, ...packed].map((name) => `${CONSOLE_DIST}/${name}`);
}

async function addPackages(files: Files, lock: LockFile): Promise<void> {
  const folderOf = await cachedPackages(lock, `${ROOT}/deno.lock`);
  for (const { name, version } of Object.keys(lock.npm).map(packageOf)) {
    const folder = folderOf(name, version);
    if (folder === undefined) {
      throw new Error(`Deno's cache lacks ${name}@${version}; run deno task dev once`);
    }
    for (const path of pathsIn(folder)) {
      files.set(`${REGISTRY}/${name}/${version}/${path}`, {
        content: await Deno.readFile(`${folder}/${path}`),
      });
    }
  }
}

function pathsIn(folder: string, within = ""): string[] {
  return [...Deno.readDirSync(`${folder}/${within}`)].flatMap(({ name, isDirectory }) =>
    isDirectory ? pathsIn(folder, `${within}${name}/`) : [`${within}${name}`]
  );
}

async function read(path: string): Promise<Entry> {
  return { content: await Deno.readFile(`${ROOT}/${path}`) };
}

function textEntry(text: string): Entry {
  return { content: new TextEncoder().encode(text) };
}

function licencesText({ components }: Sbom): string {
  const lines = components.map(({ group, name, version, licenses = [] }) => {
    const names = licenses.map((each) =>
      "expression" in each ? each.expression : "id" in each.license ? each.license.id : each.license.name
    );
    return `${group === undefined ? "" : `${group}/`}${name} ${version}: ${
      names.join(", ") || "not stated"
    }\n`;
  });
  return `The packages in this bundle, and their licences. The texts are in the folders of the packages.\n\n${
    lines.join("")
  }`;
}

/** As `sha256sum --check` reads them. */
function checksums(files: Entries): string {
  return [...files].map(([path, { content }]) => `${sha256(content)}  ${path}\n`).sort().join("");
}

export function sha256(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
