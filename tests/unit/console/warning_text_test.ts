import { assertEquals } from "@std/assert";
import { warningText } from "../../../console/instances/warning_text.ts";

const between = (one: string, other: string) => ({
  text: `Compares "${one}" in bar with "${other}" in psi; values are not converted`,
});

Deno.test("warningText() leaves out the middle of very long names only", () => {
  const long = "A".repeat(500) + "B".repeat(500);
  const shown = "A".repeat(80) + "…" + "B".repeat(80);
  assertEquals(warningText(between("Line1.Pressure", "Set 1")), between("Line1.Pressure", "Set 1").text);
  assertEquals(warningText(between("Line1.Pressure", long)), between("Line1.Pressure", shown).text);
  assertEquals(warningText(between(long, long)), between(shown, shown).text);
});
