/**
 * Makes a release: the changelog's section, the version, a commit and its tag. Pushes nothing. With --notes it prints
 * what the changelog says of the version of deno.json, which must be the given one.
 * Usage: deno task release <version>
 *        deno run -A tools/release/main.ts --notes <version>
 */
import { fileURLToPath } from "node:url";
import { notesOf, released } from "./changelog.ts";

/** The files beside deno.json that name the version: the tag of an image. */
const NAMING = ["packaging/kubernetes/one.yml", "packaging/kubernetes/cluster.yml"];

/** One line for the person who wants a release. */
export class ReleaseRefused extends Error {}

/** Makes a release in a clone of the repository. ReleaseRefused, and no change, when something is missing. */
export async function release(
  root: string,
  { version, day }: { version: string; day: string },
): Promise<void> {
  if (!/^\d+\.\d+\.\d+$/.test(version)) {
    throw new ReleaseRefused(`"${version}" is no version; use three numbers, such as 1.2.3`);
  }
  const tag = `v${version}`;
  if (await git(root, "status", "--porcelain") !== "") {
    throw new ReleaseRefused("The working tree has changes; commit or remove them first");
  }
  if (await git(root, "tag", "--list", tag) !== "") {
    throw new ReleaseRefused(`The tag ${tag} exists already; use a higher version`);
  }
  const changelog = await Deno.readTextFile(`${root}/CHANGELOG.md`);
  if (notesOf(changelog) === undefined) {
    throw new ReleaseRefused(
      'CHANGELOG.md says nothing under "## Unreleased"; write what changes for people who run Andon',
    );
  }
  await Deno.writeTextFile(`${root}/CHANGELOG.md`, released(changelog, { version, day }));
  await change(`${root}/deno.json`, /^( {2}"version": ")[^"]+/m, version);
  for (const path of NAMING) await change(`${root}/${path}`, /^(.*image: \S+\/andon:)\S+/m, version);
  await git(root, "commit", "--quiet", "--all", "--message", `docs(release): version ${version}`);
  await git(root, "tag", "--annotate", "--message", `Andon ${version}`, tag);
}

async function change(path: string, before: RegExp, version: string): Promise<void> {
  const text = await Deno.readTextFile(path);
  if (!before.test(text)) throw new Error(`${path} names no version`);
  await Deno.writeTextFile(path, text.replace(before, `$1${version}`));
}

async function git(root: string, ...args: string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command("git", { args: ["-C", root, ...args] }).output();
  if (!success) throw new Error(`git ${args[0]} failed: ${new TextDecoder().decode(stderr).trim()}`);
  return new TextDecoder().decode(stdout).trim();
}

/** What the changelog says of the version of a tag that is being built. */
export async function notes(root: string, version: string): Promise<string> {
  const { version: own } = JSON.parse(await Deno.readTextFile(`${root}/deno.json`));
  if (own !== version) {
    throw new ReleaseRefused(
      `The tag says ${version}, but deno.json ${own}; make releases by deno task release`,
    );
  }
  const found = notesOf(await Deno.readTextFile(`${root}/CHANGELOG.md`), version);
  if (found === undefined) {
    throw new ReleaseRefused(`CHANGELOG.md has no section of ${version}; make releases by deno task release`);
  }
  return found;
}

async function main([first = "", second = ""]: string[]): Promise<number> {
  const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
  try {
    if (first === "--notes") {
      console.log(await notes(root, second));
    } else {
      await release(root, { version: first, day: new Date().toISOString().slice(0, 10) });
      console.log(`Andon ${first} is tagged. Publish it: git push --atomic origin main v${first}`);
    }
    return 0;
  } catch (error) {
    if (!(error instanceof ReleaseRefused)) throw error;
    console.error(error.message);
    return 2;
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));
