import { assertEquals } from "@std/assert";
import { fillTexts, type Opening } from "../../../../domain/event/fill_texts.ts";
import { RULE_LIMITS } from "../../../../domain/rule/limits.ts";

const OPENING: Opening = {
  trigger: [{ stream: "P1.Pressure", stream_id: 1, unit: "bar", value: 9.87, time: "2026-01-31T08:15:02Z" }],
  limit: {
    stream: "P1.Pressure",
    operator: "greater_than",
    value: 5,
    deadband: 0,
    clears_after_seconds: 0,
  },
  since: { startMs: Date.UTC(2026, 0, 31, 8, 15, 2), timeZone: "Europe/Berlin" },
};

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
  const [sample] = OPENING.trigger;
  assertEquals(textOf("{value}", { ...OPENING, trigger: [{ ...sample, value: "{limit}" }] }), "{limit}");
});

Deno.test("fillTexts() writes a dash for what is missing, and nothing for a unit that there is none of", () => {
  const nothing = { trigger: [], limit: null, since: null };
  assertEquals(textOf("{value} {unit}, limit {limit} {unit}, {since}", nothing), "–, limit –, –");
  const [sample] = OPENING.trigger;
  const bad = { ...OPENING, trigger: [{ ...sample, value: null }] };
  assertEquals(textOf("{value} {unit}", bad), "– bar");
});

Deno.test("fillTexts() writes numbers with ten digits, truths as words, and cuts long texts", () => {
  const [sample] = OPENING.trigger;
  const withValue = (value: number | string | boolean) => ({ ...OPENING, trigger: [{ ...sample, value }] });
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
