import { type Signal, useSignal } from "@preact/signals";
import { AssetLocations } from "../../../domain/plant/asset_locations.ts";
import { countText } from "../../parts/numbers.ts";
import { usePlant } from "../../parts/shared_resources.ts";
import type { TemplateDraft } from "../../rules/draft.ts";
import { useConsole } from "../../shell/console.ts";
import type { StreamIndex } from "../../streams/stream_index.ts";
import { useStreams } from "../../streams/use_streams.ts";
import type { BacktestChoice } from "./backtest_choice.ts";
import { makeInstances } from "./instance_making.ts";
import { plannedInstances } from "./planned_instances.ts";
import type { Template, TemplateReading } from "./template_reading.ts";

/** The instances that a new template gets when it is saved. */
export interface InstancePlan {
  /** The pattern of the streams; null: only the stream that the rule begins with. */
  pattern: Signal<string | null>;
  /** The streams that are left out. */
  left: Signal<ReadonlySet<string>>;
  deploys: Signal<boolean>;
  /** How many instances will be made; kept by the panel. */
  count: Signal<number>;
  index: StreamIndex;
  /** Whether a call waits for the rate limit. */
  waits: Signal<boolean>;
  locationOf(asset: string): string | null;
  /** Makes the instances of the saved template and returns the address of what was made. */
  make(template: Template, draft: TemplateDraft): Promise<string>;
}

/** For a new template that begins with a stream; undefined where the user may make no instances. */
export function useInstancePlan(
  { read, choice }: { read: TemplateReading; choice: Signal<BacktestChoice> },
): InstancePlan | undefined {
  const { api, session, toasts } = useConsole();
  const pattern = useSignal<string | null>(null);
  const left = useSignal<ReadonlySet<string>>(new Set());
  const deploys = useSignal(true);
  const count = useSignal(1);
  const waits = useSignal(false);
  const index = useStreams().state.value.value;
  const roots = usePlant().state.value.value?.roots;
  if (read.template !== undefined || read.stream === undefined || index === undefined) return undefined;
  if (!session.may("POST /api/instances")) return undefined;
  const locations = new AssetLocations(roots ?? []);
  const locationOf = (asset: string) => locations.of(asset);

  async function make(template: Template, draft: TemplateDraft): Promise<string> {
    const { mappings } = choice.peek();
    const plan = index && plannedInstances({ draft, mappings, index, pattern: pattern.peek() });
    if (plan === undefined) {
      toasts.problem("No instance was created: no stream is chosen");
      return `/rules/${template.id}`;
    }
    const unticked = plan.instances.filter(({ stream }) => left.peek().has(stream.stream_name));
    const { made, problem } = await makeInstances(api, {
      template,
      plan,
      left: new Set(unticked.map(({ instance_name }) => instance_name)),
      node: locationOf(plan.instances[0]?.stream.assetName ?? ""),
      deploys: deploys.peek(),
      async pause(ms) {
        waits.value = true;
        await new Promise((resolve) => setTimeout(resolve, ms));
        waits.value = false;
      },
    });
    if (problem !== "") toasts.problem(problem);
    else if (deploys.peek()) toasts.done(`${countText(made.length, "instance")} deployed`);
    const [only, another] = made;
    if (only === undefined) return `/rules/${template.id}`;
    return another === undefined ? `/instances/${only.id}` : `/instances?template=${template.id}`;
  }

  return { pattern, left, deploys, count, waits, index, locationOf, make };
}
