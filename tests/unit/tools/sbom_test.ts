import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { type LockFile, sbomOf } from "../../../tools/sbom.ts";

const application = { name: "andon", version: "1.0.0", license: "Apache-2.0" };
const ZERO = new Uint8Array(64).toBase64();

function lockOf(npm: LockFile["npm"], specifiers: LockFile["specifiers"] = {}): LockFile {
  return { specifiers, npm };
}

function sbomWith(lock: LockFile, license?: string) {
  return sbomOf(lock, { application, licenseOf: () => license });
}

Deno.test("sbomOf() names a scoped package by its purl, without its peers, and its archive by SHA-512", () => {
  const lock = lockOf({ "@hono/zod-openapi@1.6.3_hono@4.13.19_zod@4.6.7": { integrity: `sha512-${ZERO}` } });
  const [component] = sbomWith(lock, "MIT").components;
  assertEquals(component, {
    type: "library",
    "bom-ref": "pkg:npm/%40hono/zod-openapi@1.6.3",
    group: "@hono",
    name: "zod-openapi",
    version: "1.6.3",
    purl: "pkg:npm/%40hono/zod-openapi@1.6.3",
    hashes: [{ alg: "SHA-512", content: "00".repeat(64) }],
    licenses: [{ license: { id: "MIT" } }],
  });
});

Deno.test("sbomOf() tells an SPDX id, an expression and another licence apart", () => {
  const lock = lockOf({ "a@1.0.0": { integrity: `sha512-${ZERO}` } });
  const licenses = (license?: string) => sbomWith(lock, license).components[0].licenses;
  assertEquals(licenses("OFL-1.1"), [{ license: { id: "OFL-1.1" } }]);
  assertEquals(licenses("(MIT OR GPL-3.0)"), [{ expression: "(MIT OR GPL-3.0)" }]);
  assertEquals(licenses("SEE LICENSE IN LICENSE.md"), [{ license: { name: "SEE LICENSE IN LICENSE.md" } }]);
  assertEquals(licenses(undefined), undefined);
});

Deno.test("sbomOf() lists what each package depends on, by version where there are several", () => {
  const integrity = `sha512-${ZERO}`;
  const lock = lockOf({
    "a@1.0.0": { integrity, dependencies: ["b@2.0.0", "c"] },
    "b@1.0.0": { integrity },
    "b@2.0.0": { integrity },
    "c@1.0.0_b@1.0.0": { integrity, dependencies: ["b@1.0.0"] },
  }, { "npm:a@1": "1.0.0" });
  assertEquals(sbomWith(lock).dependencies, [
    { ref: "andon@1.0.0", dependsOn: ["pkg:npm/a@1.0.0"] },
    { ref: "pkg:npm/a@1.0.0", dependsOn: ["pkg:npm/b@2.0.0", "pkg:npm/c@1.0.0"] },
    { ref: "pkg:npm/b@1.0.0", dependsOn: [] },
    { ref: "pkg:npm/b@2.0.0", dependsOn: [] },
    { ref: "pkg:npm/c@1.0.0", dependsOn: ["pkg:npm/b@1.0.0"] },
  ]);
});

Deno.test("sbomOf() refuses a package without its SHA-512, and a dependency that the lock lacks", () => {
  assertThrows(() => sbomWith(lockOf({ "a@1.0.0": { integrity: "sha1-abc" } })), TypeError, "SHA-512 of a@1");
  const dependent = { integrity: `sha512-${ZERO}`, dependencies: ["b"] };
  assertThrows(() => sbomWith(lockOf({ "a@1.0.0": dependent })), TypeError, 'no package "b"');
});

const root = new URL("../../../", import.meta.url);
const read = (path: string) => JSON.parse(Deno.readTextFileSync(new URL(path, root)));

Deno.test("deno task sbom writes every package of the run-time lock, the icons' package, and no other", async () => {
  const path = await Deno.makeTempFile({ suffix: ".cdx.json" });
  try {
    const command = new Deno.Command(Deno.execPath(), { args: ["task", "sbom", path], cwd: root });
    const { code, stderr } = await command.output();
    assertEquals(code, 0, new TextDecoder().decode(stderr));
    const sbom = JSON.parse(await Deno.readTextFile(path));
    assertEquals([sbom.bomFormat, sbom.specVersion], ["CycloneDX", "1.6"]);
    // deno-lint-ignore no-explicit-any -- a component of the document
    const components: any[] = sbom.components;
    const named = components.map(({ group, name, version }) =>
      `${group === undefined ? "" : `${group}/`}${name}@${version}`
    );
    const locked = Object.keys(read("deno.lock").npm).map((key) => /^@?[^@]+@[^_]+/.exec(key)?.[0] ?? key);
    const icons = named.filter((each) => each.startsWith("lucide@"));
    assertEquals(icons.length, 1);
    assertEquals(named.toSorted(), [...new Set([...locked, ...icons])].toSorted());
    const ofTests = Object.keys(read("tests/deno.lock").npm).map((key) => key.replace(/_.*/, ""));
    assert(ofTests.some((key) => !named.includes(key)));
    for (const { licenses, hashes, purl } of components) {
      assertEquals([licenses?.length, hashes[0].alg], [1, "SHA-512"], purl);
      assertMatch(hashes[0].content, /^[0-9a-f]{128}$/);
      assertMatch(purl, /^pkg:npm\/(%40[^/@]+\/)?[^/@]+@[^@]+$/);
    }
    const refs = new Set([sbom.metadata.component["bom-ref"], ...components.map((each) => each["bom-ref"])]);
    assertEquals(refs.size, components.length + 1);
    for (const { ref, dependsOn } of sbom.dependencies) {
      assertEquals([ref, ...dependsOn].filter((each) => !refs.has(each)), []);
    }
    const unmaintained = /^(upng-js|yaml-ast-parser|js-levenshtein)@/;
    assertEquals(named.filter((each) => unmaintained.test(each)), []);
  } finally {
    await Deno.remove(path);
  }
});
