import { assertEquals } from "@std/assert";
import { deadbandsOf, type Threshold, thresholdOf } from "../../../../domain/alarm_statistics/deadband.ts";
import type { StreamRecord } from "../../../../domain/asset/types.ts";
import type { Json } from "../../../support/andon_client.ts";
import { calculatedDeployment } from "../../../support/calculated_deployment.ts";
import { backtestUnit } from "../../../support/backtest_order.ts";

const above: Threshold = { place: 0, streamName: "A", limit: 80, side: 1, deadband: 0 };
const triggers = (...values: (number | string | null)[]) =>
  values.map((value) => ({ stream: "A", value, time: "2026-01-31T08:00:00Z" }));

const A: StreamRecord = {
  v: 1,
  id: 1,
  stream_id: "A",
  stream_name: "A",
  display_name: "A",
  asset_id: "",
  uom: null,
  data_type: "NUM",
  is_active: true,
  source: {
    kind: "data_hub",
    sdsStreamId: "A",
    keyProperty: "Timestamp",
    valueProperty: "Value",
    typeCode: 14,
    nullable: false,
    enumMembers: null,
    piEvent: false,
    defaultValue: null,
  },
};

function found(comparison: Json, rule: Json = {}): Threshold | undefined {
  return thresholdOf(backtestUnit([A], comparison, rule).deployment);
}

Deno.test("deadbandsOf() returns the excess of half, nine in ten and all triggers, and twice the last", () => {
  const ten = triggers(81, 82, 83, 84, 85, 86, 87, 88, 89, 90);
  assertEquals(deadbandsOf(above, ten), [5, 9, 10, 20]);
  assertEquals(deadbandsOf({ ...above, side: -1, limit: 91 }, ten), [5, 9, 10, 20]);
  assertEquals(deadbandsOf(above, triggers(82)), [2, 4], "each width once");
});

Deno.test("deadbandsOf() rounds up to two digits and never below the excess", () => {
  assertEquals(deadbandsOf({ ...above, limit: 0 }, triggers(1.234)), [1.3, 2.5]);
  assertEquals(deadbandsOf({ ...above, limit: 0 }, triggers(0.00996)), [0.01, 0.02]);
  assertEquals(deadbandsOf({ ...above, limit: 0 }, triggers(1_201)), [1_300, 2_500]);
});

Deno.test("deadbandsOf() ignores triggers without a number, and deadbands no wider than the current one", () => {
  const others = [{ stream: "B", value: 99, time: "2026-01-31T08:00:00Z" }];
  assertEquals(deadbandsOf(above, [...triggers(null, "90", 80, 70, 1.7e308), ...others]), []);
  assertEquals(
    deadbandsOf(above, triggers(82, 81, 70, 70)),
    [1, 2, 4],
    "what is not beyond the limit counts for nothing",
  );
  assertEquals(deadbandsOf(above, []), []);
  assertEquals(deadbandsOf({ ...above, deadband: 2 }, triggers(82)), [4]);
  assertEquals(deadbandsOf({ ...above, deadband: 4 }, triggers(82)), []);
});

Deno.test("thresholdOf() finds the one comparison of a stream with a number", () => {
  assertEquals(found({ operator: "greater_than", value: 80 }), above);
  assertEquals(found({ operator: "less_or_equal", value: 5, deadband: 2 }), {
    place: 0,
    streamName: "A",
    limit: 5,
    side: -1,
    deadband: 2,
  });
  const both = [{ stream: "A", operator: "not_equals", value: 0 }, {
    stream: "A",
    operator: "greater_than",
    value: 80,
  }];
  assertEquals(found({}, { conditions: both })?.place, 1);
});

Deno.test("thresholdOf() finds nothing where a deadband cannot be advised", () => {
  assertEquals(found({ operator: "equals", value: 80 }), undefined);
  assertEquals(found({ operator: "changed", value: undefined }), undefined, "an operator without a value");
  assertEquals(found({ operator: "greater_than", value: "A" }), undefined, "a stream beside a stream");
  assertEquals(thresholdOf(calculatedDeployment()), undefined, "a calculated value is that of no stream");
  const high = { stream: "A", operator: "greater_than", value: 80 };
  assertEquals(found({}, { conditions: [high, { ...high, value: 90 }] }), undefined, "two of them");
  const until = [{ stream: "A", operator: "less_than", value: 60 }];
  assertEquals(found({}, { conditions: [high], until }), undefined, "the rule has an end of its own");
  assertEquals(found({}, { conditions: [{ not: high }] }), undefined, "none may stand inside not");
  assertEquals(found({}, { conditions: [{ all: [high] }] }), undefined, "bound as what stands in it");
  assertEquals(found({}, { conditions: [{ any: [high, { ...high, value: 90 }] }] }), undefined);
});

Deno.test("thresholdOf() finds nothing where each machine has its own deadband", () => {
  const { deployment } = backtestUnit([A], { operator: "greater_than", value: 80, deadband: 2 });
  const [rule] = deployment.written;
  const own = { ...rule, conditions: rule.conditions.map((one) => ({ ...one, deadband: "<BAND>" })) };
  assertEquals(thresholdOf(deployment)?.deadband, 2);
  assertEquals(thresholdOf({ ...deployment, written: [own] }), undefined);
});
