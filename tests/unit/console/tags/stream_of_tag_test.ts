import { assertEquals } from "@std/assert";
import { StreamsOfTags } from "../../../../console/tags/stream_of_tag.ts";

const stream = (
  stream_name: string,
  more: Partial<{ display_name: string; data_type: "NUM" | "STR"; is_active: boolean }> = {},
) => ({
  stream_name,
  display_name: stream_name,
  data_type: "NUM" as "NUM" | "STR",
  uom: null,
  is_active: true,
  ...more,
});

const streams = new StreamsOfTags(
  [
    stream("Line1.Pump.Pressure"),
    stream("pi/SINUSOID", { display_name: "Sinusoid" }),
    stream("plant/Line2/Pump/Pressure"),
    stream("Mode", { data_type: "STR" }),
    stream("Gone", { is_active: false }),
    stream("Twice.A"),
    stream("twice/a"),
  ],
  (name) => name.replace(/^(pi|plant)\//, ""),
);

const found = (tag: string) => {
  const one = streams.of(tag);
  return typeof one === "string" ? one : one.stream_name;
};

Deno.test("a tag finds its stream by its name, in another case, with its server, and as an Ignition path", () => {
  for (
    const [tag, name] of [
      ["Line1.Pump.Pressure", "Line1.Pump.Pressure"],
      ["LINE1.PUMP.PRESSURE", "Line1.Pump.Pressure"],
      ["\\\\pi-server\\sinusoid", "pi/SINUSOID"],
      ["[default]Line2/Pump/Pressure", "plant/Line2/Pump/Pressure"],
      ["Line1/Pump/Pressure", "Line1.Pump.Pressure"],
      ["Twice.A", "Twice.A"],
    ]
  ) assertEquals(found(tag), name, tag);
});

Deno.test("a tag without one stream of numbers says why", () => {
  assertEquals(found("Nothing"), "No monitored stream has this name");
  assertEquals(found("Gone"), "No monitored stream has this name");
  assertEquals(found("Mode"), "Its stream has no numbers, but the type STR");
  assertEquals(found("TWICE.A"), "2 streams have this name: Twice.A, twice/a");
});
