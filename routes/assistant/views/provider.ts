import type { AssistantTypeRecord } from "../../../domain/assistant/schema.ts";
import type { ProviderRecord } from "../../../domain/provider/schema.ts";
import { supportsFunctionCalling } from "../../../domain/provider/vendor.ts";

/** A provider without its key. */
export function providerView(record: ProviderRecord) {
  const { v: _, sealed_api_key, ...shown } = record;
  return {
    ...shown,
    has_api_key: sealed_api_key !== null,
    supports_function_calling: supportsFunctionCalling(record),
  };
}

export function assistantTypeView({ v: _, ...shown }: AssistantTypeRecord) {
  return shown;
}
