import { assert, assertEquals } from "@std/assert";

const read = (path: string) =>
  JSON.parse(Deno.readTextFileSync(new URL(`../../../${path}`, import.meta.url)));

const { imports, scopes, workspace } = read("deno.json");
const npm = (table: Record<string, string>) =>
  Object.values(table).filter((specifier) => specifier.startsWith("npm:"));
const ofMembers: string[] = workspace.flatMap((member: string) =>
  npm(read(`${member}/deno.json`).imports ?? {})
);
const ofTests: string[] = Object.values<Record<string, string>>(scopes).flatMap(npm);

Deno.test("deno.lock has what runs, and nothing that only tests, tools and bench use", () => {
  const locked = Object.keys(read("deno.lock").specifiers);
  assertEquals([...npm(imports), ...ofMembers].filter((specifier) => !locked.includes(specifier)), []);
  assert(ofTests.length > 5);
  assertEquals(ofTests.filter((specifier) => locked.includes(specifier)), []);
});

Deno.test("tests/deno.lock has everything, in the versions that run", () => {
  const [own, tests] = [read("deno.lock").specifiers, read("tests/deno.lock").specifiers];
  assertEquals(
    [...npm(imports), ...ofMembers, ...ofTests].filter((specifier) => tests[specifier] === undefined),
    [],
  );
  for (const [specifier, version] of Object.entries(own)) {
    assertEquals([specifier, tests[specifier]], [specifier, version]);
  }
});
