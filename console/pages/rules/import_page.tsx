import { useSignal } from "@preact/signals";
import { type Api, type Schemas, told } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { packageBriefs } from "../../parts/shared_resources.ts";
import { Loading } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { ImportItems } from "./import_items.tsx";
import { documentIn, type PackageDocument } from "./import_reading.ts";
import { counted } from "./words.ts";

type ImportResult = Schemas["ImportResult"];

interface Compared {
  document: PackageDocument;
  /** The package of that name as it was before. */
  stored: PackageDocument | undefined;
  result: ImportResult;
}

/** A package out of a file: what it would change is shown before any of it is written. */
export default function ImportPage() {
  const { api } = useConsole();
  const compared = useSignal<Compared | null>(null);
  const problem = useSignal<string | null>(null);
  const doing = useSignal<string | null>(null);
  const withInstances = useSignal(true);

  async function run(what: string, act: () => Promise<void>): Promise<void> {
    doing.value = what;
    problem.value = null;
    try {
      await act();
    } catch (error) {
      problem.value = problemOf(error).message;
    }
    doing.value = null;
  }

  const compare = (document: PackageDocument) =>
    run("Comparing", async () => {
      const [stored, result] = await Promise.all([
        storedPackage(api, document.package?.name),
        send(api, { document, dry_run: true, instances: withInstances.value }),
      ]);
      compared.value = { document, stored, result };
    });

  const apply = ({ document, stored }: Compared) =>
    run("Importing", async () => {
      const result = await send(api, { document, dry_run: false, instances: withInstances.value });
      compared.value = { document, stored, result };
    });

  const chosen = compared.value;
  return (
    <Page title="Import a package" under={<a href="/rules">All rules</a>}>
      <section class="panel rules-import" aria-label="File">
        <label class="rules-file">
          <span>A package as it was exported (.andon.json)</span>
          <input
            type="file"
            accept=".json,application/json"
            disabled={doing.value !== null}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              compared.value = null;
              if (file !== undefined) {
                run("Reading", async () => await compare(documentIn(await file.text())));
              }
            }}
          />
        </label>
        {chosen === null && (
          <p class="muted">What it would change is shown first; nothing is written before you say so.</p>
        )}
        {chosen !== null && (chosen.document.instances?.length ?? 0) > 0 && chosen.result.summary.dry_run && (
          <label class="rules-check">
            <input
              type="checkbox"
              checked={withInstances.value}
              onChange={({ currentTarget }) => {
                withInstances.value = currentTarget.checked;
                compare(chosen.document);
              }}
            />
            With its {counted(chosen.document.instances?.length ?? 0, "instance")}, undeployed
          </label>
        )}
      </section>
      {problem.value !== null && <p class="summary" role="alert">{problem.value}</p>}
      {doing.value !== null && <Loading what={doing.value} />}
      {chosen !== null && (
        <Outcome
          compared={chosen}
          isBusy={doing.value !== null}
          apply={() => apply(chosen)}
        />
      )}
    </Page>
  );
}

interface OutcomeProps {
  compared: Compared;
  isBusy: boolean;
  apply(): void;
}

function Outcome({ compared, isBusy, apply }: OutcomeProps) {
  const { summary, items, package_id } = compared.result;
  const writes = summary.would_create + summary.would_update;
  return (
    <>
      <div class="rules-outcome">
        <p role="status">
          <strong>{compared.document.package.name}</strong>: {outcomeWords(summary)}
        </p>
        {summary.dry_run && writes > 0 && (
          <button type="button" class="primary" disabled={isBusy} onClick={apply}>
            Import {counted(writes, "change")}
          </button>
        )}
        {!summary.dry_run && package_id !== null && (
          <a class="button primary" href={`/rules?package=${package_id}`}>To the package</a>
        )}
      </div>
      <ImportItems items={items} document={compared.document} stored={compared.stored} />
    </>
  );
}

function outcomeWords(summary: ImportResult["summary"]): string {
  const parts = [
    [summary.would_create, "new"],
    [summary.would_update, "to change"],
    [summary.created, "made"],
    [summary.updated, "changed"],
    [summary.unchanged, "the same"],
    [summary.refused, "cannot be imported"],
  ] as const;
  return parts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`).join(", ");
}

async function send(
  api: Api,
  body: { document: PackageDocument; dry_run: boolean; instances: boolean },
): Promise<ImportResult> {
  return (await told(api.POST("/api/packages/import", { body }))).data;
}

async function storedPackage(api: Api, name: string | undefined): Promise<PackageDocument | undefined> {
  const found = (await packageBriefs(api)).find((one) => one.name === name);
  if (found === undefined) return undefined;
  const params = { path: { package_id: found.id }, query: { instances: true } };
  return (await told(api.GET("/api/packages/{package_id}/export", { params }))).data;
}
