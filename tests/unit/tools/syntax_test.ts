import { assertEquals } from "@std/assert";
import { importsOf, treeOf } from "../../../tools/syntax.ts";

function found(source: string): string[] {
  return importsOf(treeOf("a.tsx", source)).map(({ specifier, line }) => `${line} ${specifier}`);
}

Deno.test("importsOf() finds every kind of import and re-export", () => {
  const source = [
    `import "./side_effect.ts";`,
    `import one from './one.ts'`,
    `import { from as to, type Two } from "./two.ts";`,
    `import type { Three } from "./three.ts";`,
    `import type Four from "./four.ts";`,
    `import * as five from "./five.ts";`,
    `import data from "./six.json" with { type: "json" };`,
    `export * from "./seven.ts";`,
    `export * as eight from "./eight.ts";`,
    `export { nine } from "./nine.ts";`,
    `export type { Ten } from "./ten.ts";`,
    `export type * from "./eleven.ts";`,
    `const later = await import("./twelve.ts");`,
    `type Thirteen = import("./thirteen.ts").Thirteen;`,
    "const other = import(`./fourteen.ts`);",
  ];
  assertEquals(found(source.join("\n")), [
    "1 ./side_effect.ts",
    "2 ./one.ts",
    "3 ./two.ts",
    "4 ./three.ts",
    "5 ./four.ts",
    "6 ./five.ts",
    "7 ./six.json",
    "8 ./seven.ts",
    "9 ./eight.ts",
    "10 ./nine.ts",
    "11 ./ten.ts",
    "12 ./eleven.ts",
    "13 ./twelve.ts",
    "14 ./thirteen.ts",
    "15 ./fourteen.ts",
  ]);
});

Deno.test("importsOf() returns the first line of an import of many lines", () => {
  assertEquals(found(`/* two\nlines */\nimport {\n  a,\n  b,\n} from "./many.ts";`), ["3 ./many.ts"]);
});

Deno.test("importsOf() finds nothing in comments, texts and regular expressions", () => {
  const source = [
    `// import "./a.ts";`,
    `/* import "./b.ts"; */`,
    `const text = "import './c.ts'";`,
    "const template = `import \"./d.ts\"; export * from './e.ts'`;",
    `/**\n * import "./d.ts";\n */`,
    "const part = `a ${1} import './d.ts' ${{ a: '}' }.a} import './d.ts'`;",
    `const pattern = /import "x"['"]/;`,
    `const class_ = /[/"]import("f")/g;`,
    `const url = import.meta.url;`,
    `const object = { import: "./g.ts", export: "./h.ts" };`,
    `module.import("./i.ts");`,
    `export const from = "./j.ts";`,
    `export { text, template };`,
    `export default { a: 1 };`,
    `export type Shape = { kind: "./k.ts" };`,
    `const dynamic = import(url);`,
  ];
  assertEquals(found(source.join("\n")), []);
});
