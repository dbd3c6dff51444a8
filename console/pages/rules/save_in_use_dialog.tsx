import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import { unwrap } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { countText } from "../../parts/numbers.ts";
import { Loaded } from "../../parts/states.tsx";
import type { TemplateDraft } from "../../rules/draft.ts";
import { useConsole } from "../../shell/console.ts";
import { copyDraft, type Template, type TemplateInstance } from "./template_reading.ts";
import { versionsAddress } from "./rules_address.ts";
import { commandInstances, writeTemplate, writeVersion } from "./template_writing.ts";
import { useActivity } from "./use_activity.ts";

interface DialogProps {
  templateId: number;
  draft: TemplateDraft;
  onSaved(template: Template): void;
  /** Called after the draft was saved as a new version; the template is unchanged. */
  onDrafted(): void;
  onClose(): void;
}

/** Lists the deployed instances that prevent saving, and offers the alternatives. */
export function SaveInUseDialog({ templateId, draft, onSaved, onDrafted, onClose }: DialogProps) {
  const { api, toasts } = useConsole();
  const { route } = useLocation();
  const { activity, problem, run } = useActivity();
  const note = useSignal("");
  const resource = useResource(`deployed of ${templateId}`, async (signal) => {
    const params = { path: { template_id: templateId } };
    const { data } = await unwrap(api.GET("/api/template-instances/{template_id}", { params, signal }));
    return data.filter(({ is_deployed }) => is_deployed);
  });

  const command = async (verb: "deploy" | "undeploy", instances: readonly TemplateInstance[]) => {
    const onProgress = (done: number) =>
      activity.value = `${verb === "deploy" ? "Deploying" : "Undeploying"}, ${done} of ${instances.length}`;
    onProgress(0);
    return (await commandInstances(api, { command: verb, instances, onProgress })).failed;
  };

  const undeployAndSave = (instances: readonly TemplateInstance[], again: boolean) =>
    run(null, async () => {
      const failed = await command("undeploy", instances);
      if (failed.length > 0) throw new Error(`${failed[0]!.name} was not undeployed: ${failed[0]!.reason}`);
      activity.value = "Saving";
      const template = await written(instances);
      const notDeployed = again ? await command("deploy", instances) : [];
      onSaved(template);
      if (notDeployed.length > 0) {
        toasts.problem(
          `Not deployed: ${
            notDeployed.map(({ name, reason }) => `${name} (${reason})`).slice(0, 3).join("; ")
          }`,
        );
      }
    });

  /** If saving fails, the instances are deployed again. */
  async function written(instances: readonly TemplateInstance[]): Promise<Template> {
    try {
      return await writeTemplate(api, { id: templateId, draft });
    } catch (error) {
      await command("deploy", instances);
      throw error;
    }
  }

  const saveCopy = () =>
    run(null, async () => {
      activity.value = "Saving the copy";
      const { id, name } = await writeTemplate(api, { id: undefined, draft: copyDraft(draft) });
      toasts.done(`“${name}” saved`);
      onClose();
      route(`/rules/${id}`);
    });

  const saveVersion = () =>
    run(null, async () => {
      activity.value = "Saving the new version";
      const { version } = await writeVersion(api, { id: templateId, draft, note: note.value });
      toasts.done(`Version ${version} saved as a draft`);
      onDrafted();
      onClose();
      route(versionsAddress(templateId, { version }));
    });

  return (
    <Dialog title="Deployed instances use this template" onClose={onClose} wide>
      <Loaded resource={resource} what="Loading its instances">
        {(instances) => (
          <>
            <p>
              {countText(instances.length, "deployed instance")}{" "}
              would be affected. A new version changes none of them: you can compare and backtest it, and
              upgrade instances one by one. Active events of unchanged rules then stay open.
            </p>
            <p class="muted">
              Undeploying closes the active events of an instance. After it is deployed again, conditions that
              are still true raise new events.
            </p>
            <ul class="rules-names" tabIndex={0} aria-label="Deployed instances">
              {instances.map(({ id, instance_name }) => <li key={id}>{instance_name}</li>)}
            </ul>
            <label class="field rules-note-field">
              <span>Note for a new version</span>
              <input
                type="text"
                maxLength={2_000}
                autocomplete="off"
                value={note.value}
                onInput={({ currentTarget }) => note.value = currentTarget.value}
              />
            </label>
            {problem.value !== null && <p class="summary" role="alert">{problem.value}</p>}
            {activity.value !== null && <p role="status">{activity.value}…</p>}
            <div class="buttons">
              <button type="button" disabled={activity.value !== null} onClick={onClose}>Cancel</button>
              <button type="button" disabled={activity.value !== null} onClick={saveCopy}>
                Save as a copy
              </button>
              <button
                type="button"
                disabled={activity.value !== null}
                onClick={() => undeployAndSave(instances, false)}
              >
                Undeploy and save
              </button>
              <button
                type="button"
                disabled={activity.value !== null}
                onClick={() => undeployAndSave(instances, true)}
              >
                Undeploy, save and deploy again
              </button>
              <button
                type="button"
                class="primary"
                autofocus
                disabled={activity.value !== null}
                onClick={saveVersion}
              >
                Save as a new version
              </button>
            </div>
          </>
        )}
      </Loaded>
    </Dialog>
  );
}
