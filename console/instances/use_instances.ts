import { unwrap } from "../api/client.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { useConsole } from "../shell/console.ts";
import type { Instance } from "./instance_text.ts";

export interface InstanceList {
  instances: readonly Instance[];
  /** All instances; can exceed the number in one response. */
  total: number;
}

/** The instances that fit into one response, optionally of one template and in some areas (as in a query). */
export function useInstances(template = "", area?: string): ResourceHandle<InstanceList> {
  const { api } = useConsole();
  return useResource(`instances ${template} ${area}`, async (signal) => {
    const query = { area, ...template !== "" && { template_id: Number(template) } };
    const { data, pagination } = await unwrap(api.GET("/api/instances", { params: { query }, signal }));
    return { instances: data, total: pagination?.total ?? data.length };
  }, { changes: ["instance", "template"], keep: true });
}
