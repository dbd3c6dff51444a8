import { type Schemas, unwrap } from "../../api/client.ts";
import { type ResourceHandle, useResource } from "../../live/use_resource.ts";
import { useConsole } from "../../shell/console.ts";

export type Provider = Schemas["AiProvider"];
export type AssistantType = Schemas["AssistantType"];

export function useProviders(): ResourceHandle<readonly Provider[]> {
  const { api } = useConsole();
  return useResource(
    "providers",
    async (signal) => (await unwrap(api.GET("/api/ai-providers", { signal }))).data,
    { changes: ["ai_provider"] },
  );
}

export function useAssistantTypes(): ResourceHandle<readonly AssistantType[]> {
  const { api } = useConsole();
  return useResource(
    "assistant types",
    async (signal) => (await unwrap(api.GET("/api/assistant-types", { signal }))).data,
    { changes: ["assistant_type"] },
  );
}
