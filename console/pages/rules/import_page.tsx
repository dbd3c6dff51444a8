import { useSignal } from "@preact/signals";
import { type Api, type Schemas, unwrap } from "../../api/client.ts";
import { countText, numberText } from "../../parts/numbers.ts";
import { packageBriefs } from "../../parts/shared_resources.ts";
import { Loading } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { ImportItems } from "./import_items.tsx";
import { documentIn, type PackageDocument } from "./import_reading.ts";
import { useActivity } from "./use_activity.ts";

type ImportResult = Schemas["ImportResult"];

interface Compared {
  document: PackageDocument;
  /** The stored package of the same name before the import. */
  stored: PackageDocument | undefined;
  result: ImportResult;
}

/** Imports a package from a file, after showing its changes. */
export default function ImportPage() {
  const { api } = useConsole();
  const compared = useSignal<Compared | null>(null);
  const { activity, problem, run } = useActivity();
  const withInstances = useSignal(true);

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
    <Page title="Import a package" subtitle={<a href="/rules">All rules</a>}>
      <section class="panel rules-import" aria-label="File">
        <label class="rules-file">
          <span>Exported package (.andon.json)</span>
          <input
            type="file"
            accept=".json,application/json"
            disabled={activity.value !== null}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              compared.value = null;
              if (file !== undefined) {
                run("Reading", async () => await compare(documentIn(await file.text())));
              }
            }}
          />
        </label>
        {chosen === null && <p class="muted">The changes are shown before anything is imported.</p>}
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
            Include its {countText(chosen.document.instances?.length ?? 0, "instance")}, not deployed
          </label>
        )}
      </section>
      {problem.value !== null && <p class="summary" role="alert">{problem.value}</p>}
      {activity.value !== null && <Loading what={activity.value} />}
      {chosen !== null && (
        <Outcome
          compared={chosen}
          isBusy={activity.value !== null}
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
          <strong>{compared.document.package.name}</strong>: {outcomeText(summary)}
        </p>
        {summary.dry_run && writes > 0 && (
          <button type="button" class="primary" disabled={isBusy} onClick={apply}>
            Import {countText(writes, "change")}
          </button>
        )}
        {!summary.dry_run && package_id !== null && (
          <a class="button primary" href={`/rules?package=${package_id}`}>Open package</a>
        )}
      </div>
      <ImportItems items={items} document={compared.document} stored={compared.stored} />
    </>
  );
}

function outcomeText(summary: ImportResult["summary"]): string {
  const parts = [
    [summary.would_create, "new"],
    [summary.would_update, "changed"],
    [summary.created, "created"],
    [summary.updated, "updated"],
    [summary.unchanged, "unchanged"],
    [summary.refused, "cannot be imported"],
  ] as const;
  return parts.filter(([count]) => count > 0).map(([count, word]) => `${numberText(count)} ${word}`).join(
    ", ",
  );
}

async function send(
  api: Api,
  body: { document: PackageDocument; dry_run: boolean; instances: boolean },
): Promise<ImportResult> {
  return (await unwrap(api.POST("/api/packages/import", { body }))).data;
}

async function storedPackage(api: Api, name: string | undefined): Promise<PackageDocument | undefined> {
  const found = (await packageBriefs(api)).find((one) => one.name === name);
  if (found === undefined) return undefined;
  const params = { path: { package_id: found.id }, query: { instances: true } };
  return (await unwrap(api.GET("/api/packages/{package_id}/export", { params }))).data;
}
