import { useSignal } from "@preact/signals";
import { problemOf } from "../../api/problem.ts";
import { useOwnOf } from "../../parts/areas.ts";
import { SomeOutside } from "../../parts/outside_areas.tsx";
import { useConsole } from "../../shell/console.ts";
import type { TemplateInstance } from "./template_reading.ts";
import { commandInstances } from "./template_writing.ts";
import { countText } from "../../parts/numbers.ts";
import { namesText } from "../../parts/names_text.ts";

interface BannerProps {
  templateId: number;
  instances: readonly TemplateInstance[];
  /** Called after instances were undeployed. */
  onDone(): void;
}

/** Explains that deployed instances use this template, so that changes need a new version or undeployment. */
export function InUseBanner({ templateId, instances, onDone }: BannerProps) {
  const { api, dialogs, toasts, session } = useConsole();
  const done = useSignal<number | null>(null);
  const deployed = instances.filter(({ is_deployed }) => is_deployed);
  const { own, outside } = useOwnOf()("POST /api/instances/bulk-undeploy", deployed);
  if (deployed.length === 0) return null;

  async function undeploy(): Promise<void> {
    const isConfirmed = await dialogs.confirm({
      title: `Undeploy ${countText(own.length, "instance")}?`,
      text: "They are no longer evaluated, and their active events are closed. They can be deployed again.",
      action: "Undeploy",
      danger: true,
    });
    if (!isConfirmed) return;
    done.value = 0;
    try {
      const onProgress = (count: number) => done.value = count;
      const { failed } = await commandInstances(api, {
        command: "undeploy",
        instances: own,
        onProgress,
      });
      if (failed.length > 0) toasts.problem(`${failed[0]!.name}: ${failed[0]!.reason}`);
      else toasts.done(`${countText(own.length, "instance")} undeployed`);
    } catch (error) {
      toasts.problem(problemOf(error).message);
    }
    done.value = null;
    onDone();
  }

  const names = deployed.map(({ instance_name }) => instance_name);
  return (
    <section class="rules-banner" aria-label="In use">
      <p>
        <strong>Used by {countText(deployed.length, "deployed instance")}</strong>:{" "}
        {namesText(names, 3)}. Save changes as a new version, or undeploy the instances first. Saving offers
        both.
      </p>
      <div class="buttons">
        <a class="button" href={`/rules/new?copy=${templateId}`}>Edit a copy</a>
        {own.length > 0 && (
          <button type="button" disabled={done.value !== null} onClick={undeploy}>
            {done.value === null ? "Undeploy instances…" : `Undeploying, ${done.value} of ${own.length}`}
          </button>
        )}
        {session.may("POST /api/instances/bulk-undeploy") && (
          <SomeOutside outside={outside} total={deployed.length} noun="instance" />
        )}
      </div>
    </section>
  );
}
