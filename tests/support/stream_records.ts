import type { StreamRecord } from "../../domain/asset/types.ts";

/** A stream of numbers that is called A, but for what is given. */
export function streamRecord(changes: Partial<StreamRecord> = {}): StreamRecord {
  return {
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
    ...changes,
  };
}
