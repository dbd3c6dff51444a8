import { assertEquals } from "@std/assert";
import { kinds } from "../../../storage/kinds.ts";
import { templateRule } from "../../support/templates.ts";

Deno.test("rules that an older program stored have no display name, no re-alarm and no end of their own", () => {
  const { display_name: _name, re_alarm_minutes: _minutes, until: _until, ...older } = templateRule([]);
  for (const kind of [kinds.template, kinds.templateVersion]) {
    const [rule] = kind.read({ v: 1, rules: [older] }).rules;
    assertEquals([rule.display_name, rule.re_alarm_minutes, rule.until], [null, null, null]);
  }
});
