import { z } from "@hono/zod-openapi";
import {
  asset as storedAsset,
  stream as streamWithValue,
  unsupportedStream,
} from "../../../domain/asset/schema.ts";
import { dataType } from "../../../domain/sample/schema.ts";
import { count, id, instant, plainValue, shown } from "../../document/shown.ts";

export const stream = shown("Stream", streamWithValue, {
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
  set_aside: null,
});

export const boundStream = shown(
  "BoundStream",
  streamWithValue.extend({
    instances: count().openapi({ description: "The number of deployed instances that are bound to it" }),
  }),
  { ...stream.example, instances: 2 },
);

export const asset = shown("Asset", storedAsset.extend({ streams: z.array(stream.schema) }), {
  id: 5,
  asset_id: "Line1.Pump1",
  display_name: "Pump 1",
  is_active: true,
  streams: [stream.example],
});

/** An asset of the context, without its streams. */
export const countedAsset = storedAsset.extend({ streams_count: count() });

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
    unsupported: z.array(unsupportedStream),
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

const tagFields = z.strictObject({
  tag_name: z.string(),
  description: z.string(),
  data_type: dataType,
  value: plainValue().nullable(),
  timestamp: instant(),
});

export type SystemTag = z.infer<typeof tagFields>;

export const systemTag = shown(
  "SystemTag",
  tagFields,
  {
    tag_name: "SYS.TIME.HOUR",
    description: "Hour of the day in the plant, 0 to 23",
    data_type: "NUM",
    value: 8,
    timestamp: "2026-01-31T08:15:02.123Z",
  },
);
