import { useLocation } from "preact-iso";
import { useResource } from "../../live/use_resource.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { draftKey } from "../../rules/kept_draft.ts";
import { TemplateEditor } from "./template_editor.tsx";
import { readTemplate } from "./template_reading.ts";
import { TemplateView } from "./template_view.tsx";

/** A template, or one that is still to be made: edited by those who may, read by the others. */
export default function TemplatePage({ id = "" }: { id?: string }) {
  const { api, session } = useConsole();
  const { query } = useLocation();
  const isNew = id === "new";
  const wish = {
    id: isNew ? undefined : Number(id),
    packageId: numberIn(query.package),
    copyOf: numberIn(query.copy),
  };
  const key = isNew ? newKey(query) : id;
  const resource = useResource(
    `template ${key}`,
    (signal) => readTemplate(api, { ...wish, signal }),
    { changes: isNew ? ["package"] : ["template", "instance", "package"] },
  );
  const { value, problem } = resource.state.value;
  const mayEdit = session.may(isNew ? "POST /api/templates" : "PUT /api/templates/:id");
  if (problem?.code === "TEMPLATE_NOT_FOUND" || problem?.code === "VALIDATION_FAILED") return <Gone />;
  if (isNew && !mayEdit) return <Gone />;
  if (value === undefined) {
    return (
      <Page title={isNew ? "New template" : "Template"}>
        <Loaded resource={resource} what="Reading the template">{() => null}</Loaded>
      </Page>
    );
  }
  return mayEdit
    ? <TemplateEditor key={key} keptAs={key} read={value} problem={problem} reload={resource.reload} />
    : <TemplateView read={value} problem={problem} />;
}

/** Under which name a draft of a new template is kept. */
function newKey({ package: into = "", copy = "", draft = "" }: Record<string, string>): string {
  return draft === "" ? `new ${into} ${copy}`.trim() : draftKey(draft);
}

function numberIn(text: string | undefined): number | null {
  return /^\d{1,15}$/.test(text ?? "") ? Number(text) : null;
}

function Gone() {
  return (
    <Page title="No such template">
      <Empty title="There is no template at this address">
        <p>It may have been deleted.</p>
        <a href="/rules">To the rules</a>
      </Empty>
    </Page>
  );
}
