import { told } from "../api/client.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { useConsole } from "../shell/console.ts";
import type { Instance } from "./instance_words.ts";

export interface ReadInstances {
  instances: readonly Instance[];
  /** How many there are; more than were read past the bound of one answer. */
  total: number;
}

/** All instances, as many as one answer holds; those of one template when it is named. */
export function useInstances(template = ""): ResourceHandle<ReadInstances> {
  const { api } = useConsole();
  return useResource(`instances ${template}`, async (signal) => {
    const query = template === "" ? {} : { template_id: Number(template) };
    const { data, pagination } = await told(api.GET("/api/instances", { params: { query }, signal }));
    return { instances: data, total: pagination?.total ?? data.length };
  }, { changes: ["instance", "template"] });
}
