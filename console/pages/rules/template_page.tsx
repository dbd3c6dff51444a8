import { useLocation } from "preact-iso";
import { useResource } from "../../live/use_resource.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { usePlant } from "../../parts/shared_resources.ts";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { useStreams } from "../../streams/use_streams.ts";
import { draftKey } from "../../rules/draft_storage.ts";
import { type EditorProps, TemplateEditor } from "./template_editor.tsx";
import { readTemplate } from "./template_reading.ts";
import { TemplateView } from "./template_view.tsx";

/** The page of a stored or new template: an editor, or a view for roles that may not edit. */
export default function TemplatePage({ id = "" }: { id?: string }) {
  const { api, session } = useConsole();
  const { query } = useLocation();
  const isNew = id === "new";
  const options = {
    id: isNew ? undefined : Number(id),
    packageId: numberIn(query.package),
    copyOf: numberIn(query.copy),
    streamId: numberIn(query.stream),
  };
  const key = isNew ? newKey(query) : id;
  const resource = useResource(
    `template ${key}`,
    (signal) => readTemplate(api, { ...options, signal }),
    { changes: isNew ? ["package"] : ["template", "instance", "package"] },
  );
  const { value, problem } = resource.state.value;
  const mayEdit = session.may(isNew ? "POST /api/templates" : "PUT /api/templates/:id");
  if (problem?.code === "TEMPLATE_NOT_FOUND" || problem?.code === "VALIDATION_FAILED") return <NotFound />;
  if (problem?.code === "NOT_FOUND" && query.stream !== undefined) return <NotFound what="stream" />;
  if (isNew && !mayEdit) return <NotFound />;
  if (value === undefined) {
    return (
      <Page title={isNew ? "New template" : "Template"}>
        <Loaded resource={resource} what="Loading the template">{() => null}</Loaded>
      </Page>
    );
  }
  if (!mayEdit) return <TemplateView read={value} problem={problem} />;
  const Editor = isNew && value.stream !== undefined ? EditorOnStream : TemplateEditor;
  return <Editor key={key} storageKey={key} read={value} problem={problem} reload={resource.reload} />;
}

/** A new template that begins with a stream gets instances, whose streams and locations are known before. */
function EditorOnStream(props: EditorProps) {
  const streams = useStreams(), plant = usePlant();
  const { value: index } = streams.state.value, { value: places } = plant.state.value;
  if (index !== undefined && places !== undefined) return <TemplateEditor {...props} />;
  return (
    <Page title="New template">
      {index === undefined && <Loaded resource={streams} what="Loading streams">{() => null}</Loaded>}
      {places === undefined && <Loaded resource={plant} what="Loading the plant">{() => null}</Loaded>}
    </Page>
  );
}

/** The storage key of a new template's draft. */
function newKey(
  { package: packageId = "", copy = "", draft = "", stream = "" }: Record<string, string>,
): string {
  if (stream !== "") return `new stream ${stream}`;
  return draft === "" ? `new ${packageId} ${copy}`.trim() : draftKey(draft);
}

function numberIn(text: string | undefined): number | null {
  return /^\d{1,15}$/.test(text ?? "") ? Number(text) : null;
}

function NotFound({ what = "template" }: { what?: "template" | "stream" }) {
  return (
    <Page title={what === "stream" ? "Stream not found" : "Template not found"}>
      <Empty title={`There is no ${what} ${what === "stream" ? "with this number" : "at this address"}`}>
        <p>It may have been deleted.</p>
        <a href="/rules">All rules</a>
      </Empty>
    </Page>
  );
}
