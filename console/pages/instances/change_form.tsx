import { useLocation } from "preact-iso";
import { unwrap } from "../../api/client.ts";
import { ApiProblem, problemOf } from "../../api/problem.ts";
import { useInstanceActions } from "../../instances/instance_actions.ts";
import type { Instance } from "../../instances/instance_text.ts";
import { useOwnPlaces } from "../../parts/own_areas.ts";
import { TextField } from "../../parts/form/fields.tsx";
import { Form } from "../../parts/form/form.tsx";
import { useUnsavedGuard } from "../../parts/form/unsaved_guard.ts";
import { useForm } from "../../parts/form/use_form.ts";
import { PlantNodeField } from "../../parts/plant_node_field.tsx";
import { useConsole } from "../../shell/console.ts";
import type { StreamIndex } from "../../streams/stream_index.ts";
import { BindingFields } from "./binding_fields.tsx";
import { DraftPreview } from "./draft_preview.tsx";
import { bindingsBody, draftIssues, draftOf, type InstanceDraft, type Template } from "./instance_draft.ts";

interface ChangeFormProps {
  instance: Instance;
  template: Template;
  index: StreamIndex;
  reload(): void;
}

/** Edits an instance. A deployed one is undeployed, saved and deployed again, after confirmation. */
export function ChangeForm({ instance, template, index, reload }: ChangeFormProps) {
  const { toasts, dialogs } = useConsole();
  const { route } = useLocation();
  const save = useSave(instance, template);
  const own = useOwnPlaces("PUT /api/instances/:id");
  const form = useForm({
    initial: draftOf(instance, template),
    check: (draft) => [
      ...draftIssues(draft, template),
      ...own.issuesAt("plant_node_floc_id", draft.plant_node_floc_id),
    ],
    async send(draft) {
      toasts.done(await save(draft));
      reload();
      route(`/instances/${instance.id}`);
    },
  });
  useUnsavedGuard(() => form.isDirty.value);

  async function leave(): Promise<void> {
    const question = {
      title: "Leave without saving?",
      text: "Your changes are not saved yet.",
      action: "Leave",
      danger: true,
    };
    if (!form.isDirty.value || await dialogs.confirm(question)) route(`/instances/${instance.id}`);
  }

  return (
    <div class="stack instance-columns">
      <section class="panel" aria-label="Edit">
        {instance.is_deployed && (
          <p class="stale">
            This instance is deployed. To save changes it is undeployed, which closes its active events, and
            deployed again.
          </p>
        )}
        <Form
          form={form}
          action="Save"
          more={<button type="button" onClick={() => void leave()}>Cancel</button>}
        >
          <TextField path="instance_name" label="Name" />
          <PlantNodeField path="plant_node_floc_id" label="Location" own={own} />
          <BindingFields template={template} index={index} />
        </Form>
      </section>
      <DraftPreview draft={form.values.value} template={template} index={index} />
    </div>
  );
}

/** The server validates the fields before it refuses a deployed instance, so invalid input undeploys nothing. */
function useSave(instance: Instance, template: Template) {
  const { api, dialogs } = useConsole();
  const actions = useInstanceActions();
  const path = { params: { path: { id: instance.id } } };

  const put = async (draft: InstanceDraft) => {
    const body = {
      instance_name: draft.instance_name.trim(),
      plant_node_floc_id: draft.plant_node_floc_id === "" ? null : draft.plant_node_floc_id,
      placeholders: bindingsBody(draft.placeholders, template),
    };
    return (await unwrap(api.PUT("/api/instances/{id}", { ...path, body }))).message;
  };

  return async (draft: InstanceDraft): Promise<string> => {
    try {
      return await put(draft);
    } catch (error) {
      if (problemOf(error).code !== "INSTANCE_IN_USE") throw error;
    }
    const isConfirmed = await dialogs.confirm({
      title: "The instance is deployed",
      text: `“${instance.instance_name}” must be undeployed to save the changes. ` +
        "This closes its active events; it is deployed again right after.",
      action: "Undeploy, save and deploy",
      danger: true,
    });
    if (!isConfirmed) {
      throw new ApiProblem("Nothing is saved; the instance stays deployed", { code: "INSTANCE_IN_USE" });
    }
    await unwrap(api.POST("/api/instances/{id}/undeploy", path));
    const message = await put(draft);
    const problem = await actions.deploy(instance);
    if (problem !== undefined) throw problem;
    return message;
  };
}
