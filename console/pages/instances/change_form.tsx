import { useLocation } from "preact-iso";
import { told } from "../../api/client.ts";
import { ApiProblem, problemOf } from "../../api/problem.ts";
import { useInstanceActions } from "../../instances/instance_actions.ts";
import type { Instance } from "../../instances/instance_words.ts";
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

interface ChangeProps {
  instance: Instance;
  template: Template;
  index: StreamIndex;
  reload(): void;
}

/** Changes an instance. One that is deployed is undeployed for it and deployed again, when the person says so. */
export function ChangeForm({ instance, template, index, reload }: ChangeProps) {
  const { toasts, asking } = useConsole();
  const { route } = useLocation();
  const save = useSave(instance, template);
  const form = useForm({
    initial: draftOf(instance, template),
    check: (draft) => draftIssues(draft, template),
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
      text: "What you changed here is not saved yet.",
      ...{ action: "Leave", danger: true },
    };
    if (!form.isDirty.value || await asking.confirm(question)) route(`/instances/${instance.id}`);
  }

  return (
    <div class="instance-columns">
      <section class="panel" aria-label="Change">
        {instance.is_deployed && (
          <p class="stale">
            It is deployed. To save, it is undeployed for a moment, which closes its active events, and
            deployed again.
          </p>
        )}
        <Form
          form={form}
          action="Save"
          more={<button type="button" onClick={() => void leave()}>Cancel</button>}
        >
          <TextField path="instance_name" label="Name" />
          <PlantNodeField path="plant_node_floc_id" label="Place in the plant" />
          <BindingFields template={template} index={index} />
        </Form>
      </section>
      <DraftPreview draft={form.values.value} template={template} index={index} />
    </div>
  );
}

/** The server looks at the fields before it looks at the guard: nothing is undeployed for what would not be taken. */
function useSave(instance: Instance, template: Template) {
  const { api, asking } = useConsole();
  const actions = useInstanceActions();
  const path = { params: { path: { id: instance.id } } };

  const put = async (draft: InstanceDraft) => {
    const body = {
      instance_name: draft.instance_name.trim(),
      plant_node_floc_id: draft.plant_node_floc_id === "" ? null : draft.plant_node_floc_id,
      placeholders: bindingsBody(draft.placeholders, template),
    };
    return (await told(api.PUT("/api/instances/{id}", { ...path, body }))).message;
  };

  return async (draft: InstanceDraft): Promise<string> => {
    try {
      return await put(draft);
    } catch (error) {
      if (problemOf(error).code !== "INSTANCE_IN_USE") throw error;
    }
    const sure = await asking.confirm({
      title: "It is in use",
      text: `"${instance.instance_name}" is deployed, and what is deployed cannot be changed. ` +
        "Undeploying it closes its active events; it is deployed again right after.",
      ...{ action: "Undeploy, save and deploy", danger: true },
    });
    if (!sure) {
      throw new ApiProblem("It stays deployed as it was; nothing is saved", { code: "INSTANCE_IN_USE" });
    }
    await told(api.POST("/api/instances/{id}/undeploy", path));
    const message = await put(draft);
    const problem = await actions.deploy(instance);
    if (problem !== undefined) throw problem;
    return message;
  };
}
