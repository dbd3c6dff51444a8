import { assertEquals } from "@std/assert";
import { DEFAULT_STREAM_NAME, streamNameProblem } from "../../../../domain/ingest/stream_names.ts";

Deno.test("streamNameProblem() wants {field} once, and each brace closed", () => {
  assertEquals(streamNameProblem(DEFAULT_STREAM_NAME), undefined);
  assertEquals(streamNameProblem("line 1/{the tag}/{field}"), undefined);
  for (const text of ["", "{measurement}", "{field}.{field}"]) {
    assertEquals(streamNameProblem(text), "Must have {field} once, since a line may have several");
  }
  for (const text of ["{field}.{", "{field}}", "{}{field}", "{{field}}"]) {
    assertEquals(
      streamNameProblem(text),
      "Each { needs its }, around measurement, field, tags or the name of a tag",
    );
  }
});
