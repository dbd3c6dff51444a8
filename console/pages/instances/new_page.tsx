import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { AssetLocations } from "../../../domain/plant/asset_locations.ts";
import { type Schemas, unwrap } from "../../api/client.ts";
import { useInstanceActions } from "../../instances/instance_actions.ts";
import { useOwnPlaces } from "../../parts/own_areas.ts";
import { CheckField, Field } from "../../parts/form/fields.tsx";
import { Form } from "../../parts/form/form.tsx";
import { useUnsavedGuard } from "../../parts/form/unsaved_guard.ts";
import { useForm } from "../../parts/form/use_form.ts";
import { usePlant, useTemplate, useTemplateBriefs } from "../../parts/shared_resources.ts";
import { Empty, Loaded, Loading } from "../../parts/states.tsx";
import { bindingsStorage } from "../../rules/bindings_storage.ts";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import type { StreamIndex } from "../../streams/stream_index.ts";
import { useStreams } from "../../streams/use_streams.ts";
import { BindingFields } from "./binding_fields.tsx";
import { DraftPreview } from "./draft_preview.tsx";
import { bindingDrafts, bindingsBody, draftIssues, newDraft, testedDraft } from "./instance_draft.ts";
import { useFilledIn } from "./filled_in.ts";
import { suggestionFor } from "./suggestion.ts";
import { PlaceFields } from "./place_fields.tsx";

export default function NewInstancePage() {
  const templates = useTemplateBriefs();
  const streams = useStreams();
  return (
    <Page title="New instance" subtitle={<a href="/instances">All instances</a>}>
      <Loaded resource={templates} what="Loading templates">
        {(byId) => (
          <Loaded resource={streams} what="Loading streams">
            {(index) => <NewInstance templates={openOf(byId.values())} index={index} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

type Brief = Schemas["TemplateBrief"];

/** Templates that allow new instances, by name. */
export function openOf(templates: Iterable<Brief>): Brief[] {
  return [...templates].filter(({ allow_instances }) => allow_instances)
    .sort((a, b) => a.name.localeCompare(b.name));
}

function NewInstance({ templates, index }: { templates: readonly Brief[]; index: StreamIndex }) {
  const { api, toasts } = useConsole();
  const { query, route } = useLocation();
  const actions = useInstanceActions();
  const own = useOwnPlaces("POST /api/instances");
  const { template: templateId = "" } = query;
  const requested = templates.some(({ id }) => String(id) === templateId) ? templateId : "";
  const chosen = useSignal(requested);
  const template = useTemplate(chosen.value === "" ? undefined : Number(chosen.value));
  const form = useForm({
    initial: { ...newDraft(undefined), template_id: requested },
    check: (draft) => [
      ...draftIssues(draft, template),
      ...own.issuesAt("plant_node_floc_id", draft.plant_node_floc_id),
    ],
    async send(draft) {
      if (template === undefined) return;
      const { data, message } = await unwrap(api.POST("/api/instances", {
        body: {
          template_id: template.id,
          instance_name: draft.instance_name.trim(),
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
  const filledFor = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (template === undefined || filledFor.current === template.id) return;
    const isFirst = filledFor.current === undefined && String(template.id) === requested &&
      !form.isDirty.peek();
    filledFor.current = template.id;
    if (!isFirst) form.set("placeholders", bindingDrafts(template, form.values.peek().placeholders));
    else {
      const mappings = bindingsStorage(sessionStorage).read(requested);
      form.reset(testedDraft(template, { mappings, isStream: (name) => index.byName.has(name) }));
    }
  }, [template]);
  /** The list of templates may be older than the one to begin with. */
  useEffect(() => {
    if (requested === "" || form.isDirty.peek() || chosen.peek() !== "") return;
    form.reset({ ...form.values.peek(), template_id: requested });
    chosen.value = requested;
  }, [requested]);
  const plant = usePlant().state.value.value;
  const places = plant?.places ?? new Map();
  const locations = useMemo(() => new AssetLocations(plant?.roots ?? []), [plant]);
  const suggestion = suggestionFor(draft, { template, index, locations });
  const filled = useFilledIn(form, suggestion);

  if (templates.length === 0) return <NoTemplate />;
  return (
    <div class="stack instance-columns">
      <section class="panel" aria-label="Instance">
        <Form form={filled.form} action={draft.deploy ? "Create and deploy" : "Create"}>
          <TemplateField
            templates={templates}
            onChoose={(id) => chosen.value = id}
          />
          {template === undefined && chosen.value !== "" && <Loading what="Loading the template" />}
          {template !== undefined && draft.placeholders.length === template.placeholders.length && (
            <BindingFields template={template} index={index} />
          )}
          <PlaceFields {...{ filled, suggestion, places, own }} />
          <div class="check-line">
            <CheckField path="deploy" label="Deploy immediately" />
          </div>
        </Form>
      </section>
      {template !== undefined && <DraftPreview draft={draft} template={template} index={index} />}
    </div>
  );
}

export function NoTemplate() {
  return (
    <Empty title="No template allows instances yet">
      <p>
        Create <a href="/rules">rules</a> first. An instance then binds them to streams.
      </p>
    </Empty>
  );
}

/** The template of a new instance; it cannot be changed later. */
export function TemplateField(
  { templates, onChoose }: { templates: readonly Brief[]; onChoose(id: string): void },
) {
  return (
    <Field path="template_id" label="Template">
      {({ value, set, attributes }) => (
        <select
          {...attributes}
          value={String(value ?? "")}
          onChange={({ currentTarget }) => {
            set(currentTarget.value);
            onChoose(currentTarget.value);
          }}
        >
          <option value="">Choose…</option>
          {templates.map(({ id, name }) => <option key={id} value={String(id)}>{name}</option>)}
        </select>
      )}
    </Field>
  );
}
