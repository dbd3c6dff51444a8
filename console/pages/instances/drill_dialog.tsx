import { useSignal } from "@preact/signals";
import { unwrap } from "../../api/client.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import type { Instance } from "../../instances/instance_text.ts";
import { useResource } from "../../live/use_resource.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { PreviewAnswer } from "../notifications/preview_answer.tsx";
import type { Template } from "./instance_draft.ts";

interface DrillDialogProps {
  instance: Instance;
  rule: Template["rules"][number];
  /** The rule in words. */
  name: string;
  onClose(): void;
}

/** Says who would be called, and starts a drill. */
export function DrillDialog({ instance, rule, name, onClose }: DrillDialogProps) {
  const { api, toasts } = useConsole();
  const problem = useSignal<ApiProblem | undefined>(undefined), isStarting = useSignal(false);
  const preview = useResource(`drill preview ${instance.id} ${rule.rule_id}`, async (signal) => {
    const body = { event: { severity: rule.severity, instance_id: instance.id } };
    return (await unwrap(api.POST("/api/notification-policies/preview", { body, signal }))).data;
  });
  async function start(): Promise<void> {
    isStarting.value = true;
    try {
      const body = { instance_id: instance.id, rule_id: rule.rule_id };
      toasts.done((await unwrap(api.POST("/api/notification-drills", { body }))).message);
      onClose();
    } catch (error) {
      problem.value = problemOf(error);
    }
    isStarting.value = false;
  }
  return (
    <Dialog title="Start a drill?" onClose={onClose} requiresAnswer={isStarting.value}>
      <p>
        A drill of “{name}” of “{instance.instance_name}” really calls people, and tells them that it is a
        drill. It ends as soon as somebody acknowledges it, and after 60 minutes at the latest.
      </p>
      <Loaded resource={preview} what="Asking who would be called">
        {(shown) => <PreviewAnswer preview={shown} />}
      </Loaded>
      {problem.value !== undefined && <p class="stale" role="alert">{problem.value.message}</p>}
      <div class="buttons">
        <button type="button" onClick={onClose}>Cancel</button>
        <button type="button" class="primary" disabled={isStarting.value} onClick={start}>
          Start the drill
        </button>
      </div>
    </Dialog>
  );
}
