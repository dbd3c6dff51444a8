import { assertEquals } from "@std/assert";
import { eventsText } from "../../../console/events/delivery_text.ts";

const FIRST = { id: 42, template_instance: "Filler", plant_node_floc_id: null, display_name: "Overfill" };
const titleOf = (event: Pick<typeof FIRST, "template_instance" | "display_name">) =>
  `${event.template_instance}: ${event.display_name}`;

Deno.test("eventsText() names the first event and counts the others", () => {
  const text = (first_event: typeof FIRST | null, event_ids: number[], event_count = event_ids.length) =>
    eventsText({ first_event, event_ids, event_count }, titleOf);
  assertEquals(text(FIRST, [42]), "Filler: Overfill");
  assertEquals(text(FIRST, [42, 43]), "Filler: Overfill and 1 more");
  assertEquals(text(FIRST, [42, 43], 300), "Filler: Overfill and 299 more");
  assertEquals(text(null, [42]), "#42");
  assertEquals(text(null, []), "");
});
