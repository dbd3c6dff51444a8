import type { Signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useInstances } from "../instances/use_instances.ts";
import { usePlant, useTemplateBriefs } from "../parts/shared_resources.ts";
import { ruleOnStreamAddress } from "../rules/rule_address.ts";
import { useStreams } from "../streams/use_streams.ts";
import { useConsole } from "./console.ts";
import { useGo } from "./guarded_navigation.ts";
import type { PaletteItem } from "./palette_search.ts";

/** Reads the plant's nodes, instances, templates and streams into the palette, once somebody types. */
export function PlantItems({ items }: { items: Signal<readonly PaletteItem[]> }) {
  const { session } = useConsole();
  const go = useGo();
  const plant = usePlant().state.value.value;
  const instances = useInstances().state.value.value;
  const templates = useTemplateBriefs().state.value.value;
  const streams = useStreams().state.value.value;
  const item = (
    group: string,
    { id, label, path }: { id: string | number; label: string; path: string },
  ) => ({
    id: `${group} ${id}`,
    label,
    group,
    run: () => go(path),
  });
  useEffect(() => {
    items.value = [
      ...[...plant?.places ?? []].map(([id, { path }]) =>
        item("Location", { id, label: path, path: `/plant?node=${encodeURIComponent(id)}` })
      ),
      ...(instances?.instances ?? []).map(({ id, instance_name: label, plant_node_floc_id: node }) => {
        const place = node === null ? undefined : plant?.places.get(node);
        const group = place === undefined ? "Instance" : `Instance, ${place.short}`;
        return item(group, { id, label, path: `/instances/${id}` });
      }),
      ...session.may("GET /api/templates/:id")
        ? [...templates?.values() ?? []].map(({ id, name: label }) =>
          item("Template", { id, label, path: `/rules/${id}` })
        )
        : [],
      ...(streams?.streams ?? []).map(({ id, stream_name: label }) =>
        item("Stream", { id, label, path: `/plant/streams/${id}` })
      ),
      ...session.may("POST /api/templates")
        ? (streams?.streams ?? []).map(({ id, stream_name }) => ({
          ...item("Rule", { id, label: `New rule on ${stream_name}`, path: ruleOnStreamAddress(id) }),
          onlyWith: "rule",
        }))
        : [],
    ];
  }, [plant, instances, templates, streams]);
  return null;
}
