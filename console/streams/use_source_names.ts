import { type Schemas, unwrap } from "../api/client.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { useConsole } from "../shell/console.ts";
import { type SourceNames, sourceNames } from "./source_names.ts";

export function useSourceNames(): ResourceHandle<SourceNames> {
  const { api } = useConsole();
  return useResource(
    "source names",
    async (signal) => sourceNames((await unwrap(api.GET("/api/sources", { signal }))).data),
    { changes: ["source", "configuration"], keep: true },
  );
}

/** The source of an instance: that of the streams to which it is bound, all of one source. */
export function useSourceOf({ placeholders }: Pick<Schemas["Instance"], "placeholders">) {
  const names = useSourceNames().state.value.value;
  const [stream = ""] = placeholders.flatMap((binding) =>
    "stream_name" in binding ? [binding.stream_name] : []
  );
  return names?.sourceOf(stream);
}
