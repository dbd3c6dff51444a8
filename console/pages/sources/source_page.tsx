import { useSignal } from "@preact/signals";
import { Panel } from "../../parts/panel.tsx";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { BrowsePanel } from "./browse_panel.tsx";
import { ConnectionPanel } from "./connection_panel.tsx";
import { DiscoveryPanel } from "./discovery_panel.tsx";
import { IntakePanel } from "./intake_panel.tsx";
import { SecretPanels } from "./secret_panel.tsx";
import { SourceFacts } from "./source_facts.tsx";
import { SourceForm } from "./source_form.tsx";
import { type Source, type SourceKind, versionOf } from "./source_model.ts";
import { SourceStatePanel } from "./source_state_panel.tsx";
import { SourceTools } from "./source_tools.tsx";
import { type Browse, useBrowse } from "./use_browse.ts";
import { useSourceForm } from "./use_source_form.ts";
import { useSource, useSourceKinds } from "./use_sources.ts";

/** A data source: its settings, its state, and what comes from it. */
export default function SourcePage({ id = "" }: { id?: string }) {
  const source = useSource(Number(id)), kinds = useSourceKinds();
  return (
    <Loaded resource={kinds}>
      {(all) => (
        <Loaded resource={source}>
          {(stored) => (
            <SourceView
              source={stored}
              kind={all.find(({ kind }) => kind === stored.kind)}
              reload={source.reload}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface SourceViewProps {
  source: Source;
  kind: SourceKind | undefined;
  reload(): void;
}

function SourceView({ source, kind, reload }: SourceViewProps) {
  const { session } = useConsole();
  if (kind === undefined) return <Empty title="This Andon does not know the kind of this source" />;
  return (
    <Page
      title={source.name}
      subtitle={kind.label}
      trail={<a href="/settings">Data sources</a>}
      tools={<SourceTools source={source} />}
    >
      <div class="stack settings-columns">
        <div class="stack settings-side">
          {session.may("PUT /api/sources/:id")
            ? <Editing key={source.id} source={source} kind={kind} reload={reload} />
            : (
              <Panel title="Settings">
                <SourceFacts kind={kind} source={source} />
              </Panel>
            )}
        </div>
        <div class="stack settings-side">
          <SourceStatePanel source={source} />
          <SecretPanels source={source} kind={kind} />
          <IntakePanel source={source} kind={kind} />
          <ConnectionPanel source={source} />
          <DiscoveryPanel source={source} />
        </div>
      </div>
    </Page>
  );
}

interface EditingProps {
  source: Source;
  kind: SourceKind;
  reload(): void;
}

/**
 * What is unfolded stays so when the settings are saved. What was saved is shown at once: if the form began anew only
 * when it is read again, what somebody typed by then would be lost.
 */
function Editing({ source: read, kind, reload }: EditingProps) {
  const browse = useBrowse(read.id);
  const saved = useSignal<{ source: Source; over: Source } | null>(null);
  const source = saved.value?.over === read ? saved.value.source : read;
  const onSaved = (stored: Source) => {
    saved.value = { source: stored, over: read };
    reload();
  };
  return <Settings key={versionOf(source)} {...{ source, kind, browse, onSaved }} />;
}

interface SettingsProps extends Omit<EditingProps, "reload"> {
  browse: Browse;
  onSaved(stored: Source): void;
}

function Settings({ source, kind, browse, onSaved }: SettingsProps) {
  const form = useSourceForm({ kind, stored: source, onSaved });
  return (
    <>
      <BrowsePanel source={source} kind={kind} form={form} browse={browse} />
      <Panel title="Settings">
        <SourceForm form={form} kind={kind} stored={source} />
      </Panel>
    </>
  );
}
