import { useLocation } from "preact-iso";
import { told } from "../../api/client.ts";
import { useInstanceActions } from "../../instances/instance_actions.ts";
import { CheckField, Field, TextField } from "../../parts/form/fields.tsx";
import { Form } from "../../parts/form/form.tsx";
import { useUnsavedGuard } from "../../parts/form/unsaved_guard.ts";
import { useForm } from "../../parts/form/use_form.ts";
import { PlantNodeField } from "../../parts/plant_node_field.tsx";
import { useTemplates } from "../../parts/shared_resources.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { keptBindings } from "../../rules/kept_bindings.ts";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import type { StreamIndex } from "../../streams/stream_index.ts";
import { useStreams } from "../../streams/use_streams.ts";
import { BindingFields } from "./binding_fields.tsx";
import { DraftPreview } from "./draft_preview.tsx";
import {
  bindingDrafts,
  bindingsBody,
  draftIssues,
  suggestedName,
  type Template,
  triedDraft,
} from "./instance_draft.ts";

export default function NewInstancePage() {
  const templates = useTemplates();
  const streams = useStreams();
  return (
    <Page title="New instance" under={<a href="/instances">All instances</a>}>
      <Loaded resource={templates} what="Reading templates">
        {(byId) => (
          <Loaded resource={streams} what="Reading streams">
            {(index) => <NewInstance templates={openOf(byId.values())} index={index} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

/** Templates that take new instances, by name. */
export function openOf(templates: Iterable<Template>): Template[] {
  return [...templates].filter(({ allow_instances }) => allow_instances)
    .sort((a, b) => a.name.localeCompare(b.name));
}

function NewInstance({ templates, index }: { templates: readonly Template[]; index: StreamIndex }) {
  const { api, toasts } = useConsole();
  const { query, route } = useLocation();
  const actions = useInstanceActions();
  const templateOf = (id: string) => templates.find((template) => String(template.id) === id);
  const form = useForm({
    initial: triedDraft(templateOf(query.template ?? ""), {
      mappings: keptBindings(sessionStorage).read(query.template ?? ""),
      isStream: (name) => index.byName.has(name),
    }),
    check: (draft) => draftIssues(draft, templateOf(draft.template_id)),
    async send(draft) {
      const template = templateOf(draft.template_id);
      if (template === undefined) return;
      const { data, message } = await told(api.POST("/api/instances", {
        body: {
          ...{ template_id: template.id, instance_name: draft.instance_name.trim() },
          plant_node_floc_id: draft.plant_node_floc_id === "" ? null : draft.plant_node_floc_id,
          placeholders: bindingsBody(draft.placeholders, template),
        },
      }));
      const problem = draft.deploy ? await actions.deploy(data) : undefined;
      if (problem !== undefined) toasts.problem(problem.message);
      else if (!draft.deploy) toasts.done(message);
      route(`/instances/${data.id}`);
    },
  });
  useUnsavedGuard(() => form.isDirty.value);
  const draft = form.values.value;
  const template = templateOf(draft.template_id);
  if (templates.length === 0) {
    return (
      <Empty title="No template takes instances yet">
        <p>
          Write the <a href="/rules">rules</a> first; an instance then binds them to streams.
        </p>
      </Empty>
    );
  }
  return (
    <div class="instance-columns">
      <section class="panel" aria-label="Instance">
        <Form form={form} action={draft.deploy ? "Create and deploy" : "Create"}>
          <TemplateField
            templates={templates}
            onChoose={(chosen) => form.set("placeholders", bindingDrafts(chosen, draft.placeholders))}
          />
          <TextField path="instance_name" label="Name" hint="What it watches: “Line 1 mixer”" />
          <PlantNodeField path="plant_node_floc_id" label="Place in the plant" />
          {template !== undefined && (
            <BindingFields
              template={template}
              index={index}
              onPick={(stream) => {
                if (draft.instance_name !== "") return;
                form.set("instance_name", suggestedName(stream, template));
              }}
            />
          )}
          <div class="check-line">
            <CheckField path="deploy" label="Deploy it at once" />
          </div>
        </Form>
      </section>
      {template !== undefined && <DraftPreview draft={draft} template={template} index={index} />}
    </div>
  );
}

/** The template that an instance is of; it cannot be changed later. */
export function TemplateField(
  { templates, onChoose }: { templates: readonly Template[]; onChoose(template: Template): void },
) {
  return (
    <Field path="template_id" label="Template">
      {({ value, set, attributes }) => (
        <select
          {...attributes}
          value={String(value ?? "")}
          onChange={({ currentTarget }) => {
            const chosen = templates.find(({ id }) => String(id) === currentTarget.value);
            set(currentTarget.value);
            if (chosen !== undefined) onChoose(chosen);
          }}
        >
          <option value="">Choose…</option>
          {templates.map(({ id, name }) => <option key={id} value={String(id)}>{name}</option>)}
        </select>
      )}
    </Field>
  );
}
