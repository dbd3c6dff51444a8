import { assertStringIncludes } from "@std/assert";
import { missedDescription } from "../../../../domain/heartbeat/missed_event.ts";

for (const [seconds, text] of [[60, "1 min"], [90_000, "1 d 1 h"], [5_461, "1 h 31 min 1 s"]] as const) {
  Deno.test(`missedDescription() names ${seconds} s as ${text}`, () => {
    const said = missedDescription({ name: "backup", deadline_seconds: seconds });
    assertStringIncludes(said, `No heartbeat of "backup" within ${text}.`);
  });
}
