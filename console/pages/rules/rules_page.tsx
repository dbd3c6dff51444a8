import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import { useResource } from "../../live/use_resource.ts";
import { countText } from "../../parts/numbers.ts";
import { packageBriefs, templateBriefs } from "../../parts/shared_resources.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { useKeys } from "../../shell/use_keys.ts";
import { PackageDialog } from "./package_dialog.tsx";
import type { ListedTemplate, Package } from "./package_type.ts";
import { PackageTable } from "./package_table.tsx";
import { PackageTools } from "./package_tools.tsx";
import { isFound, rulesAddress, type RulesFilter, rulesFilter } from "./rules_address.ts";
import { TemplateTable } from "./template_table.tsx";

interface Listed {
  packages: readonly Package[];
  templates: readonly ListedTemplate[];
}

/** The packages and their templates. */
export default function RulesPage() {
  const { api, session } = useConsole();
  const isCreating = useSignal(false);
  const { route } = useLocation();
  const resource = useResource("rules", async (signal): Promise<Listed> => {
    const [packages, templates] = await Promise.all([
      packageBriefs(api, signal),
      templateBriefs(api, signal),
    ]);
    return { packages, templates };
  }, { changes: ["package", "template", "instance"] });
  const read = resource.state.value.value;
  const mayCreate = session.may("POST /api/packages");
  return (
    <Page
      title="Rules"
      subtitle={read !== undefined && (
        <span role="status">
          {countText(read.packages.length, "package")}, {countText(read.templates.length, "template")}
        </span>
      )}
      tools={
        <>
          {session.may("POST /api/packages/import") && (
            <>
              <a class="button" href="/rules/import">Import</a>
              <a class="button" href="/rules/import-tags">Import tags with limits</a>
            </>
          )}
          {mayCreate && <button type="button" onClick={() => isCreating.value = true}>New package</button>}
        </>
      }
    >
      <Loaded resource={resource} what="Loading the packages">
        {(read) =>
          read.packages.length === 0
            ? <NoPackages create={() => isCreating.value = true} mayCreate={mayCreate} />
            : <PackagesAndTemplates read={read} reload={resource.reload} />}
      </Loaded>
      {isCreating.value && (
        <PackageDialog
          onClose={() => isCreating.value = false}
          onDone={(id) => {
            resource.reload();
            route(rulesAddress({ packageId: id, find: "" }));
          }}
        />
      )}
    </Page>
  );
}

function NoPackages({ create, mayCreate }: { create(): void; mayCreate: boolean }) {
  return (
    <Empty title="No packages yet">
      <p>A package holds templates, and templates hold the rules that raise events.</p>
      {mayCreate && (
        <div class="wrap">
          <a class="button primary" href="/plant/streams">Begin with a stream</a>
          <button type="button" onClick={create}>Create the first package</button>
        </div>
      )}
    </Empty>
  );
}

function PackagesAndTemplates(
  { read: { packages, templates: all }, reload }: { read: Listed; reload(): void },
) {
  const { query, route } = useLocation();
  const filter = rulesFilter(query);
  const chosen = packages.find(({ id }) => id === filter.packageId);
  const templates = chosen === undefined ? all : all.filter(({ package_id }) => package_id === chosen.id);
  const found = filter.find.trim() === ""
    ? templates
    : templates.filter((template) => isFound(template, filter.find));
  const go = (change: Partial<RulesFilter>, replace = false) =>
    route(rulesAddress({ ...filter, ...change }), replace);
  return (
    <div class="rules-both">
      <PackageTable packages={packages} chosen={chosen?.id ?? null} go={(packageId) => go({ packageId })} />
      <section class="rules-templates" aria-label="Templates">
        <div class="rules-templates-head">
          <div class="rules-templates-name">
            <h2>{chosen?.name ?? "All packages"}</h2>
            {chosen !== undefined && chosen.description !== "" && <p class="muted">{chosen.description}</p>}
          </div>
          <Find find={filter.find} go={(find) => go({ find }, true)} />
          <TemplateButtons chosen={chosen} reload={reload} />
        </div>
        {found.length === 0 ? <NoTemplates isFiltered={filter.find !== ""} chosen={chosen} /> : (
          <TemplateTable
            key={filter.packageId}
            templates={found}
            packages={chosen === undefined ? packages : undefined}
            open={(id) => route(`/rules/${id}`)}
          />
        )}
      </section>
    </div>
  );
}

function Find({ find, go }: { find: string; go(find: string): void }) {
  useKeys([{
    keys: "/",
    label: "Search templates",
    group: "Rules",
    run: () => document.querySelector<HTMLInputElement>("#rules-find")?.focus(),
  }]);
  return (
    <input
      id="rules-find"
      type="search"
      aria-label="Search templates"
      placeholder="Search"
      value={find}
      onInput={({ currentTarget }) => go(currentTarget.value)}
    />
  );
}

function TemplateButtons({ chosen, reload }: { chosen: Package | undefined; reload(): void }) {
  const { session } = useConsole();
  const { route } = useLocation();
  const address = chosen === undefined ? "/rules/new" : `/rules/new?package=${chosen.id}`;
  const mayCreate = session.may("POST /api/templates");
  useKeys(mayCreate ? [{ keys: "n", label: "New template", group: "Rules", run: () => route(address) }] : []);
  return (
    <>
      {mayCreate && <a class="button primary" href={address}>New template</a>}
      {chosen !== undefined && <PackageTools chosen={chosen} reload={reload} />}
    </>
  );
}

function NoTemplates({ isFiltered, chosen }: { isFiltered: boolean; chosen: Package | undefined }) {
  if (isFiltered) {
    return (
      <Empty title="No templates match">
        <a href={rulesAddress({ packageId: chosen?.id ?? null, find: "" })}>Clear search</a>
      </Empty>
    );
  }
  return (
    <Empty title="No templates yet">
      <p>A template holds rules for equipment of one kind. Its instances bind them to streams.</p>
    </Empty>
  );
}
