import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import { type Schemas, unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { Panel } from "../../parts/panel.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { KindList } from "./kind_list.tsx";
import { SourceForm } from "./source_form.tsx";
import { newSourceValues, type Source, type SourceKind, testedBody } from "./source_model.ts";
import { TestFacts } from "./test_facts.tsx";
import { useSourceForm } from "./use_source_form.ts";
import { useSourceKinds, useSources } from "./use_sources.ts";

/** First what somebody has, then the settings of that kind. */
export default function NewSourcePage() {
  const { query } = useLocation();
  const kinds = useSourceKinds(), sources = useSources();
  return (
    <Loaded resource={kinds}>
      {(all) => {
        const kind = all.find(({ kind, is_available }) => kind === query.kind && is_available);
        return (
          <Page
            title={kind === undefined ? "New source" : `New source: ${kind.label}`}
            subtitle={kind?.about}
            trail={
              <>
                <a href="/settings">Data sources</a>
                {kind !== undefined && <a href="/settings/sources/new">What do you have?</a>}
              </>
            }
          >
            {kind === undefined ? <KindList kinds={all} /> : (
              <Loaded resource={sources}>
                {(present) => <NewSource key={kind.kind} kind={kind} sources={present} />}
              </Loaded>
            )}
          </Page>
        );
      }}
    </Loaded>
  );
}

function NewSource({ kind, sources }: { kind: SourceKind; sources: readonly Source[] }) {
  const { api } = useConsole();
  const { route } = useLocation();
  const result = useSignal<Schemas["SourceTest"] | string | null>(null);
  const isTesting = useSignal(false);
  const form = useSourceForm({
    kind,
    initial: newSourceValues(kind, sources),
    onSaved: ({ id }) => route(`/settings/sources/${id}`),
  });

  async function test(): Promise<void> {
    isTesting.value = true;
    result.value = null;
    form.note([]);
    try {
      const body = { id: null, kind: kind.kind, ...testedBody(kind, form.values.value) };
      result.value = (await unwrap(api.POST("/api/sources/test", { body }))).data;
    } catch (error) {
      const problem = problemOf(error);
      form.note(problem.issues);
      const { reason } = problem.details;
      result.value = typeof reason === "string" && !problem.message.includes(reason)
        ? `${problem.message}. ${reason}`
        : problem.message;
    } finally {
      isTesting.value = false;
    }
  }

  return (
    <Panel title="Settings" class="source-new">
      <SourceForm
        form={form}
        kind={kind}
        more={
          <button type="button" disabled={isTesting.value} onClick={test}>
            {isTesting.value ? "Testing…" : "Test"}
          </button>
        }
      >
        <div role="status">
          {typeof result.value === "string"
            ? <p class="issue">{result.value}</p>
            : result.value !== null && <TestFacts test={result.value} />}
        </div>
      </SourceForm>
    </Panel>
  );
}
