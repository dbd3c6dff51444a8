export type {
  AssetRecord,
  Discovery,
  FoundAsset,
  FoundStream,
  StreamAddress,
  StreamRecord,
  StreamView,
} from "./schema.ts";
