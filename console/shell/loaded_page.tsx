import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Empty, Loading } from "../parts/states.tsx";
import { useConsole } from "./console.ts";
import { Page } from "./page.tsx";
import type { PageComponent, PageEntry } from "./page_entry.ts";
import { type Section, SectionContext } from "./section_tabs.tsx";

const loaded = new Map<string, PageComponent>();

interface LoadedPageProps {
  entry: PageEntry;
  section: Section;
  id?: string;
}

/** A page of the table, loaded on first use and refused if the role may not open it. */
export function LoadedPage({ entry, section, id }: LoadedPageProps) {
  const { session } = useConsole();
  const shown = useSignal<PageComponent | undefined>(loaded.get(entry.path));
  const failed = useSignal(false);
  useEffect(() => {
    if (shown.value !== undefined) return;
    entry.load().then(
      (file) => {
        loaded.set(entry.path, file.default);
        shown.value = file.default;
      },
      () => failed.value = true,
    );
  }, []);
  if (!session.may(entry.needs)) return <Refused title={entry.title} />;
  if (failed.value) return <Outdated title={entry.title} />;
  const Shown = shown.value;
  if (Shown === undefined) {
    return (
      <Page title={entry.title}>
        <Loading />
      </Page>
    );
  }
  return (
    <SectionContext.Provider value={section}>
      <Shown key={id} id={id} />
    </SectionContext.Provider>
  );
}

function Refused({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Empty title="Your role has no access to this page">
        <p>Ask an administrator if you need it.</p>
      </Empty>
    </Page>
  );
}

/** Script names contain a content hash, so after an upgrade the old ones no longer exist. */
function Outdated({ title }: { title: string }) {
  return (
    <Page title={title}>
      <Empty title="This page could not be loaded">
        <p>Andon may have been upgraded or cannot be reached.</p>
        <button type="button" class="primary" onClick={() => location.reload()}>Reload</button>
      </Empty>
    </Page>
  );
}

export function NoPage() {
  return (
    <Page title="Page not found">
      <Empty title="There is nothing at this address">
        <a href="/">Overview</a>
      </Empty>
    </Page>
  );
}
