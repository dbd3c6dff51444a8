import { z } from "@hono/zod-openapi";
import { asset as storedAsset, stream as streamWithValue } from "../../../../domain/asset/schema.ts";
import { dataType } from "../../../../domain/sample/schema.ts";
import { count, instant, plainValue, shown } from "../../../pipeline/document/shown.ts";

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
    instances: count().describe("The number of deployed instances that are bound to it"),
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
