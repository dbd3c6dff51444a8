import { z } from "@hono/zod-openapi";
import { CHANGE_KINDS } from "../../../../domain/asset/listed_changes.ts";
import { unsupportedStream } from "../../../../domain/asset/schema.ts";
import { count, id, instant, shown } from "../../../pipeline/document/shown.ts";
import { asset } from "./asset.ts";

export const MOST_DIFFERENCES = 300;
export const MOST_INSTANCES = 100;

export const discoveryCounts = {
  added: count().describe("New streams"),
  removed: count().describe("Streams that are missing at the source or mean something else there"),
  changed: count().describe("Streams of which something else changed, or that are back"),
  renamed: count(),
  type_changed: count().describe("Streams that mean something else: another data type, unit or quantity"),
  unit_changed: count(),
};

const difference = z.strictObject({
  kind: z.enum(CHANGE_KINDS),
  id: id().describe("The stream"),
  stream_id: z.string(),
  stream_name: z.string(),
  before: z.string().nullable().describe("The former name, data type or unit"),
  after: z.string().nullable(),
  instances: z.array(id()).describe(`Deployed instances that are bound to it, at most ${MOST_INSTANCES}`),
});

export const discovery = shown(
  "Discovery",
  z.strictObject({
    assets_discovered: count(),
    streams_discovered: count(),
    assets: z.array(asset.schema),
    ...discoveryCounts,
    differences: z.array(difference).describe(
      `What changed, at most ${MOST_DIFFERENCES}, those of streams that deployed instances are bound to first`,
    ),
    differences_total: count(),
    broken_instances: z.array(id()).describe(
      "Instances that are bound to a stream that is missing at the source, means something else there or " +
        "belongs to another plant",
    ),
    unsupported: z.array(unsupportedStream),
  }),
  {
    assets_discovered: 1,
    streams_discovered: 1,
    assets: [asset.example],
    added: 0,
    removed: 0,
    changed: 1,
    renamed: 0,
    type_changed: 0,
    unit_changed: 1,
    differences: [{
      kind: "unit_changed",
      id: 17,
      stream_id: "Line1.Pump1.Pressure",
      stream_name: "Line1.Pump1.Pressure",
      before: "bar",
      after: "psi",
      instances: [11],
    }],
    differences_total: 1,
    broken_instances: [],
    unsupported: [{ stream_id: "Line1.Pump1.Image", reason: "Its type is no number, text or truth" }],
  },
);

export const discoveryState = shown(
  "DiscoveryState",
  z.strictObject({
    is_running: z.boolean(),
    last: z.strictObject({ at: instant(), ...discoveryCounts }).nullable(),
    next_at: instant().nullable().describe("When it runs by itself; null: only by hand"),
    failure: z.strictObject({
      at: instant(),
      reason: z.string(),
      in_a_row: count().describe("Failures since the last discovery"),
    }).nullable(),
  }),
  {
    is_running: false,
    last: {
      at: "2026-01-31T08:15:02.123Z",
      added: 0,
      removed: 0,
      changed: 1,
      renamed: 0,
      type_changed: 0,
      unit_changed: 1,
    },
    next_at: "2026-01-31T09:15:02.123Z",
    failure: null,
  },
);
