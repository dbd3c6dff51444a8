import { assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import { mqttIssues } from "../../../../connectors/mqtt/settings.ts";
import { fillTemplate, filterProblem, matches, templateProblem } from "../../../../connectors/mqtt/topic.ts";

Deno.test("matches() takes topics as a broker does", () => {
  const cases: [filter: string, topic: string, isMatch: boolean][] = [
    ["a/b", "a/b", true],
    ["a/b", "a/B", false],
    ["a/+", "a/b", true],
    ["a/+", "a", false],
    ["a/+", "a/b/c", false],
    ["+/+", "/b", true],
    ["a/#", "a", true],
    ["a/#", "a/b/c", true],
    ["#", "a/b", true],
    ["#", "$SYS/a", false],
    ["+/a", "$SYS/a", false],
    ["$SYS/#", "$SYS/a", true],
  ];
  for (const [filter, topic, isMatch] of cases) {
    assertEquals(matches(filter.split("/"), topic.split("/")), isMatch, `${filter} ${topic}`);
  }
});

Deno.test("filterProblem() and templateProblem() name what is wrong", () => {
  for (const filter of ["a/b", "+", "#", "a/+/#", "/a//b", "spBv1.0/#"]) {
    assertEquals(filterProblem(filter), undefined);
  }
  for (const filter of ["", "a+", "a/#/b", "a#", "$share/x/a"]) {
    assertEquals(typeof filterProblem(filter), "string", filter);
  }
  for (const template of ["{topic}", "{1}.{12}/{field}", "plain"]) {
    assertEquals(templateProblem(template), undefined);
  }
  for (const template of ["{0}", "{topics}", "{", "}", "{}", "{1"]) {
    assertEquals(typeof templateProblem(template), "string");
  }
});

Deno.test("fillTemplate() fills in the levels of a topic, and none that it does not have", () => {
  const of = { topic: "plant/line1/temp", field: "in.p" };
  assertEquals(fillTemplate("{2}.{3}/{field}", of), "line1.temp/in.p");
  assertEquals(fillTemplate("{topic}", of), "plant/line1/temp");
  assertEquals(fillTemplate("{4}", of), undefined);
});

Deno.test("the levels of a topic, with / between, are the topic again", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string().map((level) => level.replaceAll("/", "")), { minLength: 1, maxLength: 9 }),
      (levels) => {
        const topic = levels.join("/"),
          template = levels.map((_, i) => `{${i + 1}}`).join("/");
        assertEquals(fillTemplate(template, { topic, field: "" }), topic);
        if (!topic.startsWith("$")) assertEquals(matches(levels.map(() => "+"), levels), true);
      },
    ),
  );
});

Deno.test("rows that would make the same streams are refused, as are every field without {field} and certificates without TLS", () => {
  const rows = (...topics: unknown[]) => mqttIssues({ topics }).map(({ path }) => path);
  assertEquals(rows({ topic: "#", value: "a" }, { topic: "#", value: "b" }), ["topics.1.stream"]);
  assertEquals(rows({ topic: "#", value: "a" }, { topic: "#", value: "b", stream: "{topic}/b" }), []);
  assertEquals(rows({ topic: "#", value: "*", stream: "{1}" }), ["topics.0.stream"]);
  assertEquals(rows({ topic: "#", value: "*" }, { topic: "#" }, null, 7), []);
  assertEquals(mqttIssues({ tls: false, ca: "PEM", certificate: "PEM" }).map(({ path }) => path), [
    "certificate",
    "ca",
  ]);
});
