import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import project from "../../../deno.json" with { type: "json" };
import { notes, release, ReleaseRefused } from "../../../tools/release/main.ts";

const ROOT = new URL("../../../", import.meta.url).pathname;
const MANIFESTS = ["packaging/kubernetes/one.yml", "packaging/kubernetes/cluster.yml"];
const DAY = "2026-01-31";
const CHANGELOG =
  "# Changelog\n\nAll changes.\n\n## Unreleased\n\n- It rings.\n\n## 0.1.0 (2025-12-24)\n\n- It shines.\n";

/** A clone with the files that a release changes. */
class Clone implements AsyncDisposable {
  private constructor(readonly root: string) {}

  static async make(changelog = CHANGELOG): Promise<Clone> {
    const clone = new Clone(await Deno.makeTempDir({ prefix: "andon_release" }));
    await Deno.mkdir(`${clone.root}/packaging/kubernetes`, { recursive: true });
    for (const path of MANIFESTS) await Deno.copyFile(`${ROOT}${path}`, `${clone.root}/${path}`);
    await clone.write("CHANGELOG.md", changelog);
    await clone.write("deno.json", '{\n  "version": "0.1.0",\n  "imports": {}\n}\n');
    await clone.git("init", "--quiet");
    await clone.git("config", "user.name", "Somebody");
    await clone.git("config", "user.email", "somebody@example.org");
    await clone.git("add", ".");
    await clone.git("commit", "--quiet", "--message", "all");
    return clone;
  }

  async write(path: string, text: string): Promise<void> {
    await Deno.writeTextFile(`${this.root}/${path}`, text);
  }

  async read(path: string): Promise<string> {
    return await Deno.readTextFile(`${this.root}/${path}`);
  }

  async git(...args: string[]): Promise<string> {
    const { success, stdout, stderr } = await new Deno.Command("git", { args: ["-C", this.root, ...args] })
      .output();
    if (!success) throw new Error(new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout).trim();
  }

  /** The refusal of a release, which must leave everything as it was. */
  async refused(version: string): Promise<string> {
    const state = async () => [
      await this.git("log", "--oneline"),
      await this.git("status", "--porcelain"),
      await this.git("tag"),
    ];
    const before = await state();
    const { message } = await assertRejects(() => release(this.root, { version, day: DAY }), ReleaseRefused);
    assertEquals(await state(), before);
    return message;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.root, { recursive: true });
  }
}

Deno.test("a release has a section of the changelog, its version wherever one is named, a commit and a tag", async () => {
  await using clone = await Clone.make();
  await release(clone.root, { version: "0.2.0", day: DAY });
  assertEquals(
    await clone.read("CHANGELOG.md"),
    CHANGELOG.replace("## Unreleased\n", `## Unreleased\n\n## 0.2.0 (${DAY})\n`),
  );
  assertEquals(JSON.parse(await clone.read("deno.json")).version, "0.2.0");
  for (const path of MANIFESTS) assertMatch(await clone.read(path), /image: \S+\/andon:0\.2\.0 /);
  assertEquals(await clone.git("status", "--porcelain"), "");
  assertEquals(await clone.git("log", "-1", "--format=%s"), "docs(release): version 0.2.0");
  assertEquals(await clone.git("rev-parse", "v0.2.0^{commit}"), await clone.git("rev-parse", "HEAD"));
  assertEquals([await notes(clone.root, "0.2.0")], ["- It rings."]);
  assertMatch(await clone.refused("0.3.0"), /says nothing under "## Unreleased"/);
});

Deno.test("a release is refused without a changelog, with changes in the tree, for a tag that exists or no version", async () => {
  await using clone = await Clone.make();
  for (const version of ["", "1.0", "v1.0.0", "1.0.0-rc.1"]) {
    assertMatch(await clone.refused(version), /is no version/);
  }
  await clone.git("tag", "v0.2.0");
  assertMatch(await clone.refused("0.2.0"), /The tag v0\.2\.0 exists already/);
  await clone.write("new.txt", "");
  assertMatch(await clone.refused("0.3.0"), /The working tree has changes/);
  await using silent = await Clone.make(CHANGELOG.replace("- It rings.\n", ""));
  assertMatch(await silent.refused("0.2.0"), /says nothing/);
});

Deno.test("notes are refused for another version than the one of deno.json, and without a section", async () => {
  await using clone = await Clone.make(CHANGELOG.replace("0.1.0", "0.0.9"));
  const refused = async (version: string) =>
    (await assertRejects(() => notes(clone.root, version), ReleaseRefused)).message;
  assertMatch(await refused("0.2.0"), /The tag says 0\.2\.0, but deno\.json 0\.1\.0/);
  assertMatch(await refused("0.1.0"), /has no section of 0\.1\.0/);
});

Deno.test("the manifests name the image of the version of deno.json", async () => {
  for (const path of MANIFESTS) {
    assertMatch(
      await Deno.readTextFile(`${ROOT}${path}`),
      new RegExp(`image: \\S+/andon:${project.version} `),
    );
  }
});
