import { z } from "@hono/zod-openapi";
import { count, fullInstant, id, instant, plainValue, shown } from "../../document/shown.ts";

export const dataType = z.enum(["NUM", "STR", "BOOL"]);
export const quality = z.enum(["good", "uncertain", "bad"]);

const streamFields = {
  id: id(),
  stream_id: z.string(),
  stream_name: z.string(),
  display_name: z.string(),
  asset_id: z.string(),
  data_type: dataType,
  uom: z.string().nullable(),
  is_active: z.boolean(),
  value: plainValue().nullable(),
  timestamp: fullInstant().nullable(),
  quality: quality.nullable(),
};

export const stream = shown("Stream", z.strictObject(streamFields), {
  id: 17,
  stream_id: "Line1.Pump1.Pressure",
  stream_name: "Line1.Pump1.Pressure",
  display_name: "Pressure",
  asset_id: "Line1.Pump1",
  data_type: "NUM",
  uom: "bar",
  is_active: true,
  value: 4.2,
  timestamp: "2026-01-31T08:15:02.1234567Z",
  quality: "good",
});

export const boundStream = shown(
  "BoundStream",
  z.strictObject({
    ...streamFields,
    instances: count().openapi({ description: "The number of deployed instances that are bound to it" }),
  }),
  { ...stream.example, instances: 2 },
);

const assetFields = {
  id: id(),
  asset_id: z.string(),
  display_name: z.string(),
  is_active: z.boolean().openapi({ description: "False if it is missing at the source" }),
};

export const asset = shown("Asset", z.strictObject({ ...assetFields, streams: z.array(stream.schema) }), {
  id: 5,
  asset_id: "Line1.Pump1",
  display_name: "Pump 1",
  is_active: true,
  streams: [stream.example],
});

/** An asset of the context, without its streams. */
export const countedAsset = z.strictObject({ ...assetFields, streams_count: count() });

export const discovery = shown(
  "Discovery",
  z.strictObject({
    assets_discovered: count(),
    streams_discovered: count(),
    assets: z.array(asset.schema),
    added: count().openapi({ description: "New streams" }),
    removed: count(),
    changed: count(),
    broken_instances: z.array(id()).openapi({
      description: "Instances that are bound to a stream that is missing at the source",
    }),
    unsupported: z.array(z.strictObject({ stream_id: z.string(), reason: z.string() })),
  }),
  {
    assets_discovered: 1,
    streams_discovered: 1,
    assets: [asset.example],
    added: 1,
    removed: 0,
    changed: 0,
    broken_instances: [],
    unsupported: [{ stream_id: "Line1.Pump1.Image", reason: "Its type is no number, text or truth" }],
  },
);

export const systemTag = shown(
  "SystemTag",
  z.strictObject({
    tag_name: z.string(),
    description: z.string(),
    data_type: dataType,
    value: plainValue().nullable(),
    timestamp: instant(),
  }),
  {
    tag_name: "SYS.TIME.HOUR",
    description: "Hour of the day in the plant, 0 to 23",
    data_type: "NUM",
    value: 8,
    timestamp: "2026-01-31T08:15:02.123Z",
  },
);
