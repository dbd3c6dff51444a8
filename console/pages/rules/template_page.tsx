import { useLocation } from "preact-iso";
import { useResource } from "../../live/use_resource.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { draftKey } from "../../rules/draft_storage.ts";
import { TemplateEditor } from "./template_editor.tsx";
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
  if (isNew && !mayEdit) return <NotFound />;
  if (value === undefined) {
    return (
      <Page title={isNew ? "New template" : "Template"}>
        <Loaded resource={resource} what="Loading the template">{() => null}</Loaded>
      </Page>
    );
  }
  return mayEdit
    ? <TemplateEditor key={key} storageKey={key} read={value} problem={problem} reload={resource.reload} />
    : <TemplateView read={value} problem={problem} />;
}

/** The storage key of a new template's draft. */
function newKey({ package: packageId = "", copy = "", draft = "" }: Record<string, string>): string {
  return draft === "" ? `new ${packageId} ${copy}`.trim() : draftKey(draft);
}

function numberIn(text: string | undefined): number | null {
  return /^\d{1,15}$/.test(text ?? "") ? Number(text) : null;
}

function NotFound() {
  return (
    <Page title="Template not found">
      <Empty title="There is no template at this address">
        <p>It may have been deleted.</p>
        <a href="/rules">All rules</a>
      </Empty>
    </Page>
  );
}
