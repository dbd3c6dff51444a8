import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import { type Schemas, unwrap } from "../../api/client.ts";
import { BulkDialog, type BulkOrder } from "../../instances/bulk_dialog.tsx";
import { instancesText } from "../../instances/instance_text.ts";
import { useOwnPlaces } from "../../parts/own_areas.ts";
import { SelectField, TextField } from "../../parts/form/fields.tsx";
import { Form } from "../../parts/form/form.tsx";
import { useUnsavedGuard } from "../../parts/form/unsaved_guard.ts";
import { useForm } from "../../parts/form/use_form.ts";
import { PlantNodeField } from "../../parts/plant_node_field.tsx";
import { useTemplate, useTemplateBriefs } from "../../parts/shared_resources.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import type { StreamIndex } from "../../streams/stream_index.ts";
import { useStreams } from "../../streams/use_streams.ts";
import { NoTemplate, openOf, TemplateField } from "./new_page.tsx";
import { PatternField } from "./pattern_field.tsx";
import { PatternResult } from "./pattern_result.tsx";

type Created = Schemas["BulkCreation"];

/** Creates many instances at once: a pattern over stream names finds the streams that belong together. */
export default function PatternPage() {
  const templates = useTemplateBriefs();
  const streams = useStreams();
  return (
    <Page title="Instances from a pattern" subtitle={<a href="/instances">All instances</a>}>
      <Loaded resource={templates} what="Loading templates">
        {(byId) => (
          <Loaded resource={streams} what="Loading streams">
            {(index) => <FromPattern templates={openOf(byId.values())} index={index} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

/** Where the location of each instance comes from. */
type LocationKind = "asset" | "given" | "none";

const LOCATION_OPTIONS: readonly { value: LocationKind; label: string }[] = [
  { value: "asset", label: "That of its stream's asset" },
  { value: "given", label: "A plant node, or its id with *" },
  { value: "none", label: "No location" },
];

interface PatternDraft {
  template_id: string;
  instance_name: string;
  location: LocationKind;
  /** Only for a given location. */
  plant_node_floc_id: string;
  /** By placeholder name: a pattern, a stream or a constant. */
  placeholders: Record<string, string>;
}

function locationOf({ location, plant_node_floc_id }: PatternDraft): string | null | undefined {
  if (location === "asset") return undefined;
  return location === "none" ? null : plant_node_floc_id.trim();
}

function draftIssues({ template_id, location, plant_node_floc_id }: PatternDraft) {
  return [
    ...template_id === "" ? [{ path: "template_id", message: "Choose a template" }] : [],
    ...location === "given" && plant_node_floc_id.trim() === ""
      ? [{ path: "plant_node_floc_id", message: "Choose a plant node, or enter its id" }]
      : [],
  ];
}

function bodyOf(draft: PatternDraft) {
  const { template_id, instance_name, placeholders } = draft;
  const bound = Object.entries(placeholders).filter(([, text]) => text.trim() !== "");
  return {
    template_id: Number(template_id),
    instance_name: instance_name.trim(),
    plant_node_floc_id: locationOf(draft),
    placeholders: Object.fromEntries(bound),
  };
}

function FromPattern(
  { templates, index }: { templates: readonly Schemas["TemplateBrief"][]; index: StreamIndex },
) {
  const { api } = useConsole();
  const { query } = useLocation();
  const own = useOwnPlaces("POST /api/instances");
  const result = useSignal<Created | null>(null);
  /** The draft that the result belongs to. */
  const previewed = useSignal("");
  const order = useSignal<BulkOrder | null>(null);
  /** The names of the found instances that are left out. */
  const excluded = useSignal<ReadonlySet<string>>(new Set());
  const send = async (draft: PatternDraft, dry_run: boolean) => {
    const exclude = dry_run ? [] : [...excluded.value];
    const body = { ...bodyOf(draft), exclude, dry_run };
    const { data } = await unwrap(api.POST("/api/instances/bulk", { body }));
    excluded.value = new Set();
    result.value = data;
    previewed.value = JSON.stringify(draft);
  };
  const form = useForm<PatternDraft>({
    initial: {
      template_id: templates.some(({ id }) => String(id) === query.template) ? query.template! : "",
      instance_name: "*",
      location: "asset",
      plant_node_floc_id: "",
      placeholders: {},
    },
    check: draftIssues,
    send: (draft) => send(draft, true),
  });
  useUnsavedGuard(() => form.isDirty.value || result.value?.summary.dry_run === true);
  const draft = form.values.value;
  const template = useTemplate(draft.template_id === "" ? undefined : Number(draft.template_id));
  const isCurrent = previewed.value === JSON.stringify(draft);

  async function create(): Promise<void> {
    try {
      await send(draft, false);
      form.reset(draft);
    } catch {
      await form.submit();
    }
  }

  if (templates.length === 0) return <NoTemplate />;
  return (
    <>
      <section class="panel" aria-label="Pattern">
        <p class="muted">
          A <code>*</code>{" "}
          matches a part of a stream's name between dots, or some characters of it. Streams that match the
          same text form one instance; <code>*</code> in its name becomes that text.
        </p>
        <Form form={form} action="Preview">
          <TemplateField
            templates={templates}
            onChoose={() => {
              form.set("placeholders", {});
              result.value = null;
            }}
          />
          {template?.placeholders.map((placeholder) => (
            <PatternField
              key={`${template.id} ${placeholder.placeholder_name}`}
              {...{ placeholder, template, index }}
            />
          ))}
          {template !== undefined && (
            <div class="stack pattern-names">
              <TextField
                path="instance_name"
                label="Name of each instance"
                hint="“* pump” becomes “Line1 pump”; at most as many * as in a pattern"
              />
              <SelectField path="location" label="Location of each instance" options={LOCATION_OPTIONS} />
              {draft.location === "given" && (
                <PlantNodeField
                  path="plant_node_floc_id"
                  label="Plant node"
                  hint="* becomes the text that the streams match"
                  takesText
                  own={own}
                />
              )}
            </div>
          )}
        </Form>
      </section>
      {result.value !== null && (
        <PatternResult
          result={result.value}
          excluded={excluded}
          isStale={!isCurrent && result.value.summary.dry_run}
          create={() => void create()}
          deploy={(names) => order.value = { type: "deploy", names }}
        />
      )}
      {order.value !== null && <BulkDialog order={order.value} onClose={() => order.value = null} />}
      <p class="sr-only" role="status">
        {result.value === null ? "" : `${instancesText(result.value.summary.total)} found`}
      </p>
    </>
  );
}
