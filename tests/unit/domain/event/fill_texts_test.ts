import { assertEquals } from "@std/assert";
import { fillTexts, type Opening } from "../../../../domain/event/fill_texts.ts";
import { RULE_LIMITS } from "../../../../domain/rule/limits.ts";

const OPENING: Opening = {
  opened_by: { operator: "greater_than", subject: "P1.Pressure", value: 9.87, limit: "5", unit: "bar" },
  since: { startMs: Date.UTC(2026, 0, 31, 8, 15, 2), timeZone: "Europe/Berlin" },
};

/** The same with another value. */
function withValue(value: number | string | boolean | null): Opening {
  const { opened_by } = OPENING;
  return { ...OPENING, opened_by: opened_by && { ...opened_by, value } };
}

/** The description of an event that opened so. */
function textOf(event_description: string, opening = OPENING): string {
  const guidance = { cause: null, consequence: null, action: null };
  return fillTexts({ display_name: "", event_description, guidance }, opening).event_description;
}

Deno.test("fillTexts() puts value, limit, unit and start into the texts", () => {
  assertEquals(
    fillTexts({
      display_name: "{value} {unit}",
      event_description: "{value} {unit} is above {limit} {unit} since {since}",
      guidance: { cause: null, consequence: "", action: "Bring it below {limit} {unit}" },
    }, OPENING),
    {
      display_name: "9.87 bar",
      event_description: "9.87 bar is above 5 bar since 2026-01-31 09:15:02",
      guidance: { cause: null, consequence: "", action: "Bring it below 5 bar" },
    },
  );
});

Deno.test("fillTexts() leaves other braces, and fills a text once", () => {
  assertEquals(textOf("{ value } {VALUE} {values} {{value}}"), "{ value } {VALUE} {values} {9.87}");
  assertEquals(textOf("{value}", withValue("{limit}")), "{limit}");
});

Deno.test("fillTexts() writes a dash for what is missing, and nothing for a unit that there is none of", () => {
  const nothing = { opened_by: null, since: null };
  assertEquals(textOf("{value} {unit}, limit {limit} {unit}, {since}", nothing), "–, limit –, –");
  assertEquals(textOf("{value} {unit}", withValue(null)), "– bar");
});

Deno.test("fillTexts() writes numbers with ten digits, truths as words, and cuts long texts", () => {
  assertEquals(textOf("{value}", withValue(0.1 + 0.2)), "0.3");
  assertEquals(textOf("{value}", withValue(12_345_678_901.5)), "12345678900");
  assertEquals(textOf("{value}", withValue(false)), "false");
  assertEquals(textOf("{value}", withValue("x".repeat(201))).length, 200);
  assertEquals(textOf("{value}".repeat(1_000)).length, RULE_LIMITS.descriptionLength);
});

Deno.test("fillTexts() gives no guidance where a rule has none", () => {
  const guidance = { cause: "", consequence: null, action: null };
  assertEquals(
    fillTexts({ display_name: "", event_description: "", guidance }, OPENING).guidance,
    null,
  );
});
