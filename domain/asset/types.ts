export type {
  AssetRecord,
  Discovery,
  FoundAsset,
  FoundStream,
  GoneReason,
  StreamAddress,
  StreamContinuity,
  StreamMeaning,
  StreamRecord,
  StreamView,
} from "./schema.ts";
