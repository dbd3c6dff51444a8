import { assert, assertEquals, assertThrows } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import { times } from "../../../support/times.ts";
import {
  MAX_PART_BYTES,
  MOST_INSTANCES,
  MOST_TEMPLATES,
  type SplitImport,
  splitImport,
} from "../../../../domain/package/document_items.ts";
import type { Issue } from "../../../../domain/shared/refusal.ts";

function split(text: string): SplitImport | Issue {
  const steps = splitImport(new TextEncoder().encode(text));
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The body as its parts give it. */
function joined(text: string): unknown {
  const parts = split(text);
  assert("frame" in parts, JSON.stringify(parts));
  const body = JSON.parse(parts.frame);
  for (const list of ["templates", "instances"]) {
    const numbers = body.document?.[list];
    if (Array.isArray(numbers)) body.document[list] = numbers.map((one: number) => parts.items.parse(one));
  }
  return body;
}

Deno.test("splitImport() loses nothing of any body, spaced or not", () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const list = fc.oneof({ weight: 3, arbitrary: fc.array(value) }, { weight: 1, arbitrary: value });
  const body = fc.record({
    dry_run: value,
    document: fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ templates: list, package: value, instances: list }, { requiredKeys: [] }),
      },
      { weight: 1, arbitrary: value },
    ),
    templates: value,
  }, { requiredKeys: [] });
  fc.assert(
    fc.property(body, fc.constantFrom(0, 1, "\t\r\n"), (body, space) => {
      const text = JSON.stringify(body, null, space);
      assertEquals(joined(text), JSON.parse(text));
    }),
    { numRuns: times(300) },
  );
});

Deno.test("splitImport() finds items under names with escapes, and of two equal names the later one", () => {
  assertEquals(joined('{"\\u0064ocument":{"t\\u0065mplates":[1,2]}}'), { document: { templates: [1, 2] } });
  assertEquals(
    joined('{"document":{"templates":[1,2],"templates":[{"a":3}]},"document":{"templates":[4]}}'),
    { document: { templates: [4] } },
  );
});

Deno.test("splitImport() refuses what is no JSON, in its items too", () => {
  const broken = ['{"document":{"templates":[1,]}}', '{"document":{"templates":[{]}]}}', '{"a":1} 2'];
  for (
    const text of [...broken, '{"document":{"templates":[{"a" 1}]}}', '{"document":{"instances":[1 2]}}']
  ) {
    assertThrows(() => joined(text), SyntaxError);
  }
  assertThrows(() => joined('{"document":{"templates":[1}}'), SyntaxError);
});

Deno.test("splitImport() takes 1,000 templates and 20,000 instances, and not one more", () => {
  assertEquals([MOST_TEMPLATES, MOST_INSTANCES], [1_000, 20_000]);
  for (const [list, most] of [["templates", MOST_TEMPLATES], ["instances", MOST_INSTANCES]] as const) {
    const text = (count: number) => `{"document":{"${list}":[${Array(count).fill("{}").join()}]}}`;
    assert("frame" in split(text(most)));
    const issue = split(text(most + 1));
    assert("path" in issue);
    assertEquals(issue.path, `document.${list}`);
  }
});

Deno.test("splitImport() takes 1 MiB and 20,000 values an item, and as much of all else", () => {
  const body = (item: string, more = "") => `{"document":{"templates":[1,${item}]}${more}}`;
  const values = (count: number) => `[${Array(count).fill(0).join()}]`;
  const text = (bytes: number) => `"${"x".repeat(bytes - 2)}"`;
  const pathOf = (text: string) => {
    const result = split(text);
    return "path" in result ? result.path : undefined;
  };
  assertEquals(pathOf(body(values(19_999))), undefined);
  assertEquals(pathOf(body(values(20_001))), "document.templates.1");
  assertEquals(pathOf(body(text(MAX_PART_BYTES))), undefined);
  assertEquals(pathOf(body(text(MAX_PART_BYTES + 1))), "document.templates.1");
  assertEquals(pathOf(body("1", `,"more":${values(20_001)}`)), "");
  assertEquals(pathOf(body("1", `,"more":${text(MAX_PART_BYTES + 1)}`)), "");
  assertEquals(pathOf(body("[".repeat(100))), "document.templates.1");
});

Deno.test("splitImport() takes blanks behind the body of any length", () => {
  assertEquals(joined('{"document":{"templates":[]}}'.padEnd(3 * MAX_PART_BYTES)), {
    document: { templates: [] },
  });
});

Deno.test("splitImport() parses one item a step", () => {
  const steps = splitImport(new TextEncoder().encode('{"document":{"templates":[1,2,3]}}'));
  let count = 0;
  while (!steps.next().done) count++;
  assertEquals(count, 4);
});
