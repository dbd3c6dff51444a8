import { useLocation } from "preact-iso";
import { useResource } from "../../live/use_resource.ts";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { numberText } from "../../parts/numbers.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { versionsAddress } from "./rules_address.ts";
import { UpgradePanel } from "./upgrade_panel.tsx";
import { VersionPanel } from "./version_panel.tsx";
import { chosenVersion, comparedWith, type TemplateVersion } from "./version_choice.ts";
import { readVersions, type VersionsReading } from "./version_reading.ts";

/** The versions of a template: their differences, their state and the instances on each. */
export default function VersionsPage({ id = "" }: { id?: string }) {
  const { api } = useConsole();
  const resource = useResource(
    `versions ${id}`,
    (signal) => readVersions(api, Number(id), signal),
    { changes: ["template", "instance"] },
  );
  const { value, problem } = resource.state.value;
  if (problem?.code === "TEMPLATE_NOT_FOUND") return <NotFound />;
  return (
    <Page
      title={value === undefined ? "Versions" : `Versions of ${value.template.name}`}
      subtitle={<a href={`/rules/${id}`}>Open template</a>}
    >
      <Loaded resource={resource} what="Loading the versions">
        {(read) => <Versions read={read} reload={resource.reload} />}
      </Loaded>
    </Page>
  );
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

function Versions({ read, reload }: { read: VersionsReading; reload(): void }) {
  const { query } = useLocation();
  const { template, versions, deployed } = read;
  const chosen = chosenVersion(versions, query.version);
  if (chosen === undefined) return null;
  const against = comparedWith(versions, { chosen, requested: query.against });
  return (
    <div class="rules-versions">
      <VersionTable versions={versions} chosen={chosen.version} templateId={template.id} />
      <VersionPanel {...{ template, versions, chosen, against, reload }} />
      <UpgradePanel key={chosen.version} {...{ template, chosen, deployed, reload }} />
    </div>
  );
}

const STATUS_TEXTS = { draft: "Draft", current: "Current", superseded: "Superseded" } as const;

function VersionTable(
  { versions, chosen, templateId }: {
    versions: readonly TemplateVersion[];
    chosen: number;
    templateId: number;
  },
) {
  const { time, people } = useConsole();
  const { route } = useLocation();
  const columns: Column<TemplateVersion>[] = [
    {
      key: "version",
      title: "Version",
      width: "76px",
      narrowWidth: "minmax(0, 1fr)",
      cell: ({ version }) => <a href={versionsAddress(templateId, { version })} tabIndex={-1}>{version}</a>,
    },
    {
      key: "status",
      title: "State",
      width: "108px",
      narrowWidth: "96px",
      cell: ({ status }) => <span class={`rules-status ${status}`}>{STATUS_TEXTS[status]}</span>,
    },
    {
      key: "note",
      title: "Note",
      width: "minmax(0, 2fr)",
      wideOnly: true,
      cell: ({ note }) => <span title={note}>{note}</span>,
    },
    {
      key: "made",
      title: "Created",
      width: "minmax(0, 1.2fr)",
      wideOnly: true,
      cell: ({ created_at, created_by }) =>
        `${time.named(Date.parse(created_at))} by ${people.nameOf(created_by)}`,
    },
    {
      key: "released",
      title: "Released",
      width: "minmax(0, 1.2fr)",
      wideOnly: true,
      cell: ({ released_at, released_by }) =>
        released_at === null ? "" : `${time.named(Date.parse(released_at))} by ${people.nameOf(released_by)}`,
    },
    {
      key: "deployed",
      title: "Instances",
      width: "88px",
      narrowWidth: "76px",
      align: "end",
      cell: ({ deployed_instances }) => numberText(deployed_instances),
    },
  ];
  return (
    <section class="panel rules-version-table" aria-label="All versions">
      <VirtualTable
        label="Versions"
        columns={columns}
        rows={versions}
        keyOf={({ version }) => version}
        onOpen={({ version }) => route(versionsAddress(templateId, { version }), true)}
        classOf={({ version }) => version === chosen ? "rules-chosen" : ""}
      />
    </section>
  );
}
