import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import { told } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { useResource } from "../../live/use_resource.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Loaded } from "../../parts/states.tsx";
import type { TemplateDraft } from "../../rules/draft.ts";
import { useConsole } from "../../shell/console.ts";
import { copyDraft, type Template, type TemplateInstance } from "./template_reading.ts";
import { versionsAddress } from "./rules_address.ts";
import { commandInstances, writeTemplate, writeVersion } from "./template_writing.ts";
import { counted } from "./words.ts";

interface DialogProps {
  templateId: number;
  draft: TemplateDraft;
  onSaved(template: Template): void;
  /** It stands as a version of its own: the template is as it was. */
  onDrafted(): void;
  onClose(): void;
}

/** Deployed instances stand against the change: says which, and offers the ways round. */
export function SaveInUseDialog({ templateId, draft, onSaved, onDrafted, onClose }: DialogProps) {
  const { api, toasts } = useConsole();
  const { route } = useLocation();
  const doing = useSignal<string | null>(null);
  const problem = useSignal<string | null>(null);
  const note = useSignal("");
  const resource = useResource(`deployed of ${templateId}`, async (signal) => {
    const params = { path: { template_id: templateId } };
    const { data } = await told(api.GET("/api/template-instances/{template_id}", { params, signal }));
    return data.filter(({ is_deployed }) => is_deployed);
  });

  async function run(act: () => Promise<void>): Promise<void> {
    problem.value = null;
    try {
      await act();
    } catch (error) {
      problem.value = problemOf(error).message;
    }
    doing.value = null;
  }

  const command = async (verb: "deploy" | "undeploy", instances: readonly TemplateInstance[]) => {
    const tell = (done: number) =>
      doing.value = `${verb === "deploy" ? "Deploying" : "Undeploying"}, ${done} of ${instances.length}`;
    tell(0);
    return (await commandInstances(api, { command: verb, instances, tell })).failed;
  };

  const undeployAndSave = (instances: readonly TemplateInstance[], again: boolean) =>
    run(async () => {
      const stuck = await command("undeploy", instances);
      if (stuck.length > 0) throw new Error(`${stuck[0].name} was not undeployed: ${stuck[0].why}`);
      doing.value = "Saving";
      const template = await written(instances);
      const failed = again ? await command("deploy", instances) : [];
      onSaved(template);
      if (failed.length > 0) {
        toasts.problem(
          `Not deployed: ${failed.map(({ name, why }) => `${name} (${why})`).slice(0, 3).join("; ")}`,
        );
      }
    });

  /** What was undeployed for nothing is deployed again. */
  async function written(instances: readonly TemplateInstance[]): Promise<Template> {
    try {
      return await writeTemplate(api, { id: templateId, draft });
    } catch (error) {
      await command("deploy", instances);
      throw error;
    }
  }

  const saveCopy = () =>
    run(async () => {
      doing.value = "Saving the copy";
      const { id, name } = await writeTemplate(api, { id: undefined, draft: copyDraft(draft) });
      toasts.done(`“${name}” is saved`);
      onClose();
      route(`/rules/${id}`);
    });

  const saveVersion = () =>
    run(async () => {
      doing.value = "Saving the new version";
      const { version } = await writeVersion(api, { id: templateId, draft, note: note.value });
      toasts.done(`Version ${version} is saved as a draft`);
      onDrafted();
      onClose();
      route(versionsAddress(templateId, { version }));
    });

  return (
    <Dialog title="Deployed instances use this template" onClose={onClose} wide>
      <Loaded resource={resource} what="Reading its instances">
        {(instances) => (
          <>
            <p>
              {counted(instances.length, "instance")}{" "}
              would judge by rules that changed under them. A new version leaves them as they are: you see
              what it changes, try it, and take them to it one by one, their events of unchanged rules staying
              open.
            </p>
            <p class="muted">
              Undeployed, their active events are closed; what still holds is raised anew when they are
              deployed again.
            </p>
            <ul class="rules-names" tabIndex={0} aria-label="Deployed instances">
              {instances.map(({ id, instance_name }) => <li key={id}>{instance_name}</li>)}
            </ul>
            <label class="field rules-note-field">
              <span>What is new, for a new version</span>
              <input
                type="text"
                maxLength={2_000}
                autocomplete="off"
                value={note.value}
                onInput={({ currentTarget }) => note.value = currentTarget.value}
              />
            </label>
            {problem.value !== null && <p class="summary" role="alert">{problem.value}</p>}
            {doing.value !== null && <p role="status">{doing.value}…</p>}
            <div class="buttons">
              <button type="button" disabled={doing.value !== null} onClick={onClose}>Cancel</button>
              <button type="button" disabled={doing.value !== null} onClick={saveCopy}>Save as a copy</button>
              <button
                type="button"
                disabled={doing.value !== null}
                onClick={() => undeployAndSave(instances, false)}
              >
                Undeploy and save
              </button>
              <button
                type="button"
                disabled={doing.value !== null}
                onClick={() => undeployAndSave(instances, true)}
              >
                Undeploy, save, deploy again
              </button>
              <button
                type="button"
                class="primary"
                autofocus
                disabled={doing.value !== null}
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
