import { assertEquals } from "@std/assert";
import { brokenLinks } from "../../../tools/check_links.ts";

const page = (path: string, text: string) => ({ path, text });

Deno.test("brokenLinks() names links to files and headings that are not there", () => {
  const pages = [
    page("README.md", "[a](docs/a.md) [b](docs/b.md)\n[c](docs/a.md#first-part) [d](docs/a.md#second)\n"),
    page("docs/a.md", "# A\n\n## First part\n\n[up](../README.md) [here](#a) [there](#gone)\n"),
  ];
  const found = brokenLinks(pages, (path) => pages.some((one) => one.path === path));
  assertEquals(found.map(({ path, line, advice }) => `${path}:${line} ${advice.split(" ")[0]}`), [
    'README.md:1 "docs/b.md"',
    'README.md:2 "docs/a.md#second"',
    'docs/a.md:5 "#gone"',
  ]);
});

Deno.test("brokenLinks() passes over other hosts and code", () => {
  const text = "[a](https://example.org/x)\n```md\n[b](nowhere.md)\n```\n";
  assertEquals(brokenLinks([page("README.md", text)], () => false), []);
});
