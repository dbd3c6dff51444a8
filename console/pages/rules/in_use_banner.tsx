import { useSignal } from "@preact/signals";
import { problemOf } from "../../api/problem.ts";
import { useConsole } from "../../shell/console.ts";
import type { TemplateInstance } from "./template_reading.ts";
import { commandInstances } from "./template_writing.ts";
import { counted, namesInWords } from "./words.ts";

interface BannerProps {
  templateId: number;
  instances: readonly TemplateInstance[];
  /** Some may be undeployed now. */
  onDone(): void;
}

/** Says beforehand why a change of this template asks for more than to be saved. */
export function InUseBanner({ templateId, instances, onDone }: BannerProps) {
  const { api, asking, toasts, session } = useConsole();
  const done = useSignal<number | null>(null);
  const deployed = instances.filter(({ is_deployed }) => is_deployed);
  if (deployed.length === 0) return null;

  async function undeploy(): Promise<void> {
    const sure = await asking.confirm({
      title: `Undeploy ${counted(deployed.length, "instance")}?`,
      text: "They judge no more, and their active events are closed. They can be deployed again.",
      action: "Undeploy",
      danger: true,
    });
    if (!sure) return;
    done.value = 0;
    try {
      const tell = (count: number) => done.value = count;
      const { failed } = await commandInstances(api, { command: "undeploy", instances: deployed, tell });
      if (failed.length > 0) toasts.problem(`${failed[0].name}: ${failed[0].why}`);
      else toasts.done(`${counted(deployed.length, "instance")} undeployed`);
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
        <strong>In use by {counted(deployed.length, "deployed instance")}</strong>:{" "}
        {namesInWords(names, 3)}. A change is saved as a new version beside theirs, or once they are
        undeployed; saving offers both.
      </p>
      <div class="buttons">
        <a class="button" href={`/rules/new?copy=${templateId}`}>Edit a copy</a>
        {session.may("POST /api/instances/bulk-undeploy") && (
          <button type="button" disabled={done.value !== null} onClick={undeploy}>
            {done.value === null ? "Undeploy them…" : `Undeploying, ${done.value} of ${deployed.length}`}
          </button>
        )}
      </div>
    </section>
  );
}
