import { type Schemas } from "../../api/client.ts";
import { type ResourceHandle } from "../../live/use_resource.ts";
import { useRead } from "../../live/use_read.ts";

export type Provider = Schemas["AiProvider"];
export type AssistantType = Schemas["AssistantType"];

export function useProviders(): ResourceHandle<readonly Provider[]> {
  return useRead("/api/ai-providers", { changes: ["ai_provider"] });
}

export function useAssistantTypes(): ResourceHandle<readonly AssistantType[]> {
  return useRead("/api/assistant-types", { changes: ["assistant_type"] });
}
