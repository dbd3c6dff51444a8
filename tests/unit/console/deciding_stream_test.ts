import { assertEquals } from "@std/assert";
import { decidingStream } from "../../../console/pages/wall/deciding_stream.ts";

const SAMPLE = { value: 1, time: "2026-01-31T08:15:02.1234567Z" } as const;
const STREAMS = [{ id: 1, stream_name: "Mill", uom: "bar" }, { id: 2, stream_name: "Pump", uom: "°C" }];
const find = decidingStream(new Map(STREAMS.map((stream) => [stream.stream_name, stream])));

Deno.test("a tile shows the stream of its event, also after two streams swapped their names", () => {
  assertEquals(find({ trigger: [{ ...SAMPLE, stream: "Mill", stream_id: 2 }] })?.stream_name, "Pump");
});

Deno.test("an event from before ids were recorded goes by the name", () => {
  assertEquals(find({ trigger: [{ ...SAMPLE, stream: "Mill", stream_id: null }] })?.id, 1);
});

Deno.test("a stream that no deployed instance is bound to has no value on a tile, nor has an event without samples", () => {
  assertEquals(find({ trigger: [{ ...SAMPLE, stream: "Mill", stream_id: 3 }] }), undefined);
  assertEquals(find({ trigger: [] }), undefined);
});
