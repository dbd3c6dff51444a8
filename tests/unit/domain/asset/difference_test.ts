import { assertEquals } from "@std/assert";
import { STREAM_CONTINUITY } from "../../../../connectors/sources.ts";
import { assetDifference } from "../../../../domain/asset/difference.ts";
import type { FoundStream, StreamRecord } from "../../../../domain/asset/types.ts";

const AT = "2026-01-31T08:00:00.000Z";
const found = (stream_id: string, change: Partial<FoundStream> = {}): FoundStream => ({
  stream_id,
  stream_name: stream_id,
  display_name: stream_id,
  asset_id: "A",
  data_type: "NUM",
  uom: null,
  source: {
    kind: "data_hub",
    sdsStreamId: stream_id,
    typeId: "T",
    keyProperty: "Timestamp",
    valueProperty: "Value",
    typeCode: 14,
    nullable: false,
    enumMembers: { "1": "On" },
    piEvent: false,
  },
  ...change,
});
const stored = (id: number, stream_id: string, is_active = true): StreamRecord => ({
  v: 1,
  id,
  is_active,
  ...found(stream_id),
});
const streamsOf = (streams: StreamRecord[], all: FoundStream[]) =>
  assetDifference({
    assets: [],
    streams,
    found: { assets: [], streams: all },
    at: AT,
    continuity: STREAM_CONTINUITY,
  }).streams;

Deno.test("assetDifference() is empty when nothing changed", () => {
  assertEquals(streamsOf([stored(1, "a"), stored(2, "b", false)], [found("a")]), []);
});

Deno.test("assetDifference() keeps ids, deactivates missing records and reactivates them when found again", () => {
  const a = stored(1, "a"), b = stored(2, "b"), c = stored(3, "c", false);
  const changes = streamsOf([a, b, c], [found("a", { uom: "°C" }), found("c"), found("d")]);
  assertEquals(changes, [
    { before: a, after: { ...a, uom: "°C", past_units: [{ uom: null, until: AT }] } },
    { before: c, after: { ...c, is_active: true } },
    { before: undefined, after: stored(0, "d") },
    { before: b, after: { ...b, is_active: false } },
  ]);
});

Deno.test("assetDifference() finds a change inside the source's description", () => {
  const source = { ...found("a").source, enumMembers: { "1": "On", "2": "Off" } };
  assertEquals(streamsOf([stored(1, "a")], [found("a", { source })]).length, 1);
});

Deno.test("assetDifference() takes the first of two with one id", () => {
  assertEquals(streamsOf([], [found("a"), found("a", { uom: "x" })]).length, 1);
});

Deno.test("assetDifference() matches stream ids without case, and stores the new spelling", () => {
  const a = stored(1, "Tank.Level");
  assertEquals(streamsOf([a], [found("TANK.level")]), [
    { before: a, after: stored(1, "TANK.level") },
  ]);
  assertEquals(streamsOf([a], [found("Tank.Level"), found("tank.level")]), []);
});
