import { assertEquals, assertThrows } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import {
  metricValue,
  MOST_METRICS,
  readSparkplug,
  rebirthRequest,
} from "../../../../connectors/mqtt/sparkplug/payload.ts";
import { encodeField, joined, Malformed } from "../../../../connectors/mqtt/sparkplug/protobuf.ts";
import { sparkplugPayload } from "../../../support/sparkplug_node.ts";

Deno.test("readSparkplug() reads what an edge node encodes", () => {
  const payload = sparkplugPayload({
    timestamp: 1_764_400_000_123,
    seq: 255,
    metrics: [
      { name: "Temp", alias: 7, datatype: 10, value: 21.5, properties: { engUnit: "°C", Quality: 192 } },
      { alias: 8, datatype: 1, value: -3, timestamp: 5, isHistorical: true },
      { name: "none", datatype: 12, isNull: true },
    ],
  });
  const { metrics, ...head } = readSparkplug(payload);
  assertEquals(head, { timestampMs: 1_764_400_000_123, seq: 255 });
  assertEquals(
    metrics.map((metric) => [metric.name, metric.alias, metric.timestampMs, metric.unit, metric.quality]),
    [["Temp", 7n, null, "°C", "good"], [null, 8n, 5, null, null], ["none", null, null, null, null]],
  );
  assertEquals(metrics.map((metric) => metricValue(metric, metric.datatype!)), [21.5, -3, null]);
  assertEquals(metrics.map(({ isHistorical }) => isHistorical), [false, true, false]);
});

Deno.test("metricValue() gives each type's values back", () => {
  const back = (datatype: number, value: number | string | boolean | bigint) => {
    const [metric] =
      readSparkplug(sparkplugPayload({ seq: 0, metrics: [{ name: "m", datatype, value }] })).metrics;
    return metricValue(metric!, datatype);
  };
  const signed: [number, number][] = [[1, 8], [2, 16], [3, 32]];
  for (const [datatype, bits] of signed) {
    fc.assert(fc.property(fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 }), (value) => {
      assertEquals(back(datatype, value), value);
    }));
  }
  fc.assert(fc.property(fc.maxSafeInteger(), (value) => assertEquals(back(4, BigInt(value)), value)));
  fc.assert(fc.property(fc.double({ noNaN: true }), (value) => assertEquals(back(10, value), value)));
  fc.assert(fc.property(fc.float({ noNaN: true }), (value) => assertEquals(back(9, value), value)));
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (value) => assertEquals(back(12, value), value)));
  assertEquals([back(11, true), back(11, false)], [true, false]);
  assertEquals(back(13, 1_764_400_000_123n), "2025-11-29T07:06:40.123Z");
  assertEquals(back(8, 2n ** 64n - 1n), 2 ** 64);
});

Deno.test("whatever bytes come, readSparkplug() reads them or throws Malformed", () => {
  const read = (bytes: Uint8Array) => {
    try {
      for (const metric of readSparkplug(bytes).metrics) metricValue(metric, metric.datatype ?? 3);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
    }
  };
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), read));
  const sound = sparkplugPayload({
    timestamp: 1,
    seq: 1,
    metrics: [{ name: "m", alias: 1, datatype: 10, value: 1, properties: { engUnit: "bar" } }],
  });
  fc.assert(fc.property(fc.nat(sound.length - 1), fc.nat(255), fc.nat(sound.length), (at, byte, end) => {
    const broken = sound.slice();
    broken[at] = byte;
    read(broken.subarray(0, end));
  }));
});

Deno.test("readSparkplug() takes a message with the most metrics, and no larger one", () => {
  const metric = encodeField(2, encodeField(1, "m"));
  assertEquals(
    readSparkplug(joined(Array<Uint8Array>(MOST_METRICS).fill(metric))).metrics.length,
    MOST_METRICS,
  );
  assertThrows(
    () => readSparkplug(joined(Array<Uint8Array>(MOST_METRICS + 1).fill(metric))),
    Malformed,
    "more than",
  );
});

Deno.test("rebirthRequest() is the metric Node Control/Rebirth, true", () => {
  const { timestampMs, metrics: [metric] } = readSparkplug(rebirthRequest(1_764_400_000_123));
  assertEquals([timestampMs, metric!.name, metric!.datatype], [
    1_764_400_000_123,
    "Node Control/Rebirth",
    11,
  ]);
  assertEquals(metricValue(metric!, 11), true);
});
