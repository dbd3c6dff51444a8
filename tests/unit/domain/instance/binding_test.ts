import { assertEquals } from "@std/assert";
import { type BindingInput, bindingItems, mappingTexts } from "../../../../domain/instance/binding.ts";
import { bindInputs } from "../../../../domain/instance/binding.ts";
import { bindForms } from "../../../../domain/instance/binding_forms.ts";
import { placeholderSchema, ruleSchema } from "../../../../domain/rule/schema.ts";

const rules = [ruleSchema.parse({
  rule_id: "r1",
  rule_name: "High",
  event_name: "<AREA> is high",
  conditions: [{
    any: [{ stream: "<PUMP>", operator: "greater_than", value: "<LIMIT>" }, {
      not: { stream: "<VALVE>", operator: "is_true" },
    }],
  }],
})];
const placeholders = [
  { placeholder_name: "PUMP", data_type: "NUM" },
  { placeholder_name: "VALVE", data_type: "BOOL" },
  { placeholder_name: "LIMIT", data_type: "NUM" },
  { placeholder_name: "ON", data_type: "BOOL" },
  { placeholder_name: "AREA", data_type: "STR" },
].map((one) => placeholderSchema.parse(one));
const streams = new Map([["P1.Pressure", 5], ["V1.Open", 6], ["12", 7]]);
const nameOf = (id: number) => [...streams].find(([, each]) => each === id)?.[0] ?? "?";
const context = { rules, placeholders, streamNamed: (name: string) => streams.get(name), nameOf };

const text = (name: string, text: string): BindingInput => ({
  name,
  text,
  path: `p.${name}`,
  namePath: `n.${name}`,
});

Deno.test("bindInputs() binds a stream placeholder only to a known stream", () => {
  const { bindings, issues } = bindInputs([text("PUMP", "P1.Pressure"), text("VALVE", "V2.Open")], context);
  assertEquals(bindings, { PUMP: { stream: 5 } });
  assertEquals(issues, [{ path: "p.VALVE", message: 'No stream is named "V2.Open"' }]);
});

Deno.test("bindInputs() refuses a forced constant for a stream placeholder", () => {
  const { issues } = bindInputs([{ name: "PUMP", value: 5, path: "p.PUMP", namePath: "n" }], context);
  assertEquals(issues.map((issue) => issue.path), ["p.PUMP"]);
});

Deno.test("bindInputs() reads texts of values by the placeholder's type", () => {
  const given = [text("LIMIT", " -1.5e1"), text("ON", "true"), text("AREA", "North")];
  assertEquals(bindInputs(given, context), {
    bindings: { LIMIT: { value: -15 }, ON: { value: true }, AREA: { value: "North" } },
    issues: [],
  });
});

Deno.test("bindInputs() takes a known stream's name before a constant", () => {
  assertEquals(bindInputs([text("LIMIT", "12")], context).bindings, { LIMIT: { stream: 7 } });
  const forced: BindingInput = { name: "LIMIT", value: "12", path: "p", namePath: "n" };
  assertEquals(bindInputs([forced], context).bindings, { LIMIT: { value: "12" } });
});

Deno.test("bindInputs() refuses texts that are neither the type's constant nor a stream", () => {
  const wrong = ["", "abc", "0x10", "1e999", "NaN", "1,5"].map((one) => text("LIMIT", one));
  assertEquals(bindInputs(wrong, context).issues.length, wrong.length);
  assertEquals(bindInputs([text("ON", "yes")], context).issues.length, 1);
});

Deno.test("bindInputs() reads a text in time that grows with its length", () => {
  const almost = `${"1".repeat(1_000_000)}x`;
  assertEquals(bindInputs([text("LIMIT", almost)], context).issues.map(({ path }) => path), ["p.LIMIT"]);
});

Deno.test("bindInputs() refuses undeclared names under the name's own path", () => {
  const { bindings, issues } = bindInputs([text("__proto__", "x"), text("OTHER", "x")], context);
  assertEquals(bindings, {});
  assertEquals(issues.map((issue) => issue.path), ["n.__proto__", "n.OTHER"]);
});

Deno.test("bindForms() gives every problem of both forms with its path", () => {
  const bound = bindForms({
    placeholders: [
      { placeholder_name: "PUMP", stream_name: "none" },
      { placeholder_name: "PUMP", stream_name: "P1.Pressure" },
      { placeholder_name: "PUMP", value: 3 },
      { placeholder_name: "NOPE", stream_name: "P1.Pressure" },
    ],
    placeholder_mappings: { LIMIT: "much" },
  }, context);
  assertEquals(bound?.issues.map((issue) => issue.path), [
    "placeholders.1.placeholder_name",
    "placeholders.2.placeholder_name",
    "placeholders.0.stream_name",
    "placeholders.2.value",
    "placeholders.3.placeholder_name",
    "placeholder_mappings.LIMIT",
  ]);
});

Deno.test("bindForms() is undefined without either form, and null binds nothing", () => {
  assertEquals(bindForms({}, context), undefined);
  assertEquals(bindForms({ placeholder_mappings: { PUMP: null } }, context)?.bindings, {});
});

const current = { PUMP: { stream: 5 }, AREA: { value: "P1.Pressure" }, LIMIT: { value: 7 } };
const read = () => ({
  placeholders: bindingItems(current, nameOf),
  placeholder_mappings: mappingTexts(current, nameOf),
});

Deno.test("bindForms() keeps bindings that were read and sent back, a forced constant included", () => {
  assertEquals(bindForms(read(), { ...context, current }), { bindings: current, issues: [] });
});

Deno.test("bindForms() takes the form that was changed after a read", () => {
  const byMap = read();
  byMap.placeholder_mappings.LIMIT = "8";
  assertEquals(bindForms(byMap, { ...context, current })?.bindings.LIMIT, { value: 8 });
  const byList = { ...read(), placeholders: [{ placeholder_name: "LIMIT", value: 9 }] };
  assertEquals(bindForms(byList, { ...context, current })?.bindings, { LIMIT: { value: 9 } });
});

Deno.test("bindForms() refuses two forms that differ from each other", () => {
  const both = {
    placeholders: [{ placeholder_name: "LIMIT", value: 1 }],
    placeholder_mappings: { LIMIT: "2" },
  };
  assertEquals(bindForms(both, context)?.issues.map((issue) => issue.path), ["placeholder_mappings"]);
});

Deno.test("a binding is read by the present name of its stream, and one without a stream by its name", () => {
  const bindings = { PUMP: { stream: 5 }, AREA: { stream_name: "Not found" }, LIMIT: { value: 3 } };
  const renamed = (id: number) => `Renamed ${id}`;
  assertEquals(mappingTexts(bindings, renamed), { PUMP: "Renamed 5", AREA: "Not found", LIMIT: "3" });
  assertEquals(bindingItems(bindings, renamed), [
    { placeholder_name: "PUMP", stream_name: "Renamed 5" },
    { placeholder_name: "AREA", stream_name: "Not found" },
    { placeholder_name: "LIMIT", value: 3 },
  ]);
});
