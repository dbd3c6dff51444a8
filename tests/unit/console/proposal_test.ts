import { assertEquals } from "@std/assert";
import { draftOf, placeholderTexts, type Proposed } from "../../../console/pages/assistant/proposal_model.ts";

function proposal(placeholders: unknown[], tried: Proposed["backtest"] = null): Proposed {
  return {
    template: { name: "Hot", rules: [], placeholders },
    placeholder_mappings: { VALUE: "Line2.Temperature" },
    backtest: tried,
    backtest_problem: null,
  };
}

function words(proposed: Proposed): string[] {
  const draft = draftOf(proposed.template);
  return draft === undefined ? [] : placeholderTexts(draft, proposed);
}

const PLACEHOLDERS = [
  { placeholder_name: "VALUE", data_type: "NUM", default_value: null },
  { placeholder_name: "LIMIT", data_type: "NUM", default_value: 0 },
];

Deno.test("placeholderTexts() shows the default of a placeholder", () => {
  assertEquals(words(proposal(PLACEHOLDERS)), ["VALUE", "LIMIT (default 0)"]);
});

Deno.test("placeholderTexts() shows the values that a draft was tested with", () => {
  const tried = {} as NonNullable<Proposed["backtest"]>;
  assertEquals(words(proposal(PLACEHOLDERS, tried)), [
    "VALUE (tested with Line2.Temperature)",
    "LIMIT (default 0)",
  ]);
});
