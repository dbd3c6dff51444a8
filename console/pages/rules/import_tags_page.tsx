import { useComputed, useSignal } from "@preact/signals";
import { AssetLocations } from "../../../domain/plant/asset_locations.ts";
import { type Api, unwrap } from "../../api/client.ts";
import { countText } from "../../parts/numbers.ts";
import { Panel } from "../../parts/panel.tsx";
import { packageBriefs, usePlant } from "../../parts/shared_resources.ts";
import { Loaded, Loading } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { useSourceNames } from "../../streams/use_source_names.ts";
import { useStreams } from "../../streams/use_streams.ts";
import { csvTable, textOf } from "../../tags/csv_table.ts";
import { type ImportRow, importRows, plannedTags, type TagStream } from "../../tags/import_rows.ts";
import { LIMITS_PACKAGE, limitsDocument, type PackageDocument } from "../../tags/limits_package.ts";
import { StreamsOfTags } from "../../tags/stream_of_tag.ts";
import { knownColumns, unusedColumns } from "../../tags/tag_columns.ts";
import { decimalMark, tagLimits, type TagReading } from "../../tags/tag_limits.ts";
import { TagColumns } from "./tag_columns.tsx";
import { TagRows } from "./tag_rows.tsx";
import { useActivity } from "./use_activity.ts";

/** Imports limits of tags from a CSV file as instances, after showing what becomes of each row. */
export default function ImportTagsPage() {
  const streams = useStreams(), plant = usePlant(), sources = useSourceNames();
  return (
    <Page title="Import tags with limits" subtitle={<a href="/rules">All rules</a>}>
      <Loaded resource={streams} what="Loading streams">
        {(index) => (
          <Loaded resource={plant} what="Loading the plant">
            {({ roots }) => (
              <Loaded resource={sources}>
                {({ without }) => {
                  const known = new StreamsOfTags(index.streams, without);
                  const locations = new AssetLocations(roots);
                  return (
                    <ImportTags
                      streamOf={(tag) => {
                        const found = known.of(tag);
                        if (typeof found === "string") return found;
                        const { stream_name, uom, assetName: asset } = found;
                        const node = locations.ofStream({ asset, stream: without(stream_name) });
                        return { stream_name, uom, plant_node_floc_id: node };
                      }}
                    />
                  );
                }}
              </Loaded>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

interface Outcome {
  rows: readonly ImportRow[];
  document: PackageDocument;
  isDone: boolean;
  packageId: number | null;
}

function ImportTags({ streamOf }: { streamOf(tag: string): TagStream | string }) {
  const { api, announcer } = useConsole();
  const reading = useSignal<TagReading | null>(null);
  const outcome = useSignal<Outcome | null>(null);
  const { activity, problem, run } = useActivity();
  const unused = useComputed(() => {
    const given = reading.value;
    return given === null ? [] : unusedColumns(given.table, given.choice);
  });

  const read = (file: File) =>
    run("Reading", async () => {
      const table = csvTable(textOf(new Uint8Array(await file.arrayBuffer())));
      const choice = knownColumns(table, "Any");
      reading.value = { table, preset: "Any", choice, mark: decimalMark(table, choice) };
    });

  const send = (given: TagReading, isDone: boolean) =>
    run(isDone ? "Importing" : "Comparing", async () => {
      const stored = await storedLimits(api);
      const { read, refused } = tagLimits(given.table, given);
      const plan = plannedTags(read, { streamOf, stored });
      const document = limitsDocument(plan.planned, stored);
      const { items, package_id } = plan.planned.length === 0
        ? { items: [], package_id: null }
        : (await unwrap(
          api.POST("/api/packages/import", { body: { document, dry_run: !isDone, instances: true } }),
        ))
          .data;
      const rows = importRows({
        planned: plan.planned,
        refused: [...refused, ...plan.refused],
        ...{ document, stored, items },
      });
      outcome.value = { rows, document, isDone, packageId: package_id };
      announcer.announce(isDone ? "The limits are imported" : "The rows are compared");
    });

  const given = reading.value, result = outcome.value, isBusy = activity.value !== null;
  const writes = result?.rows.filter(({ state }) => state === "new" || state === "changed").length ?? 0;
  return (
    <>
      <section class="panel rules-import" aria-label="File">
        <label class="rules-file">
          <span>Tags with their limits (.csv)</span>
          <input
            type="file"
            accept=".csv,.txt,text/csv"
            disabled={isBusy}
            onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              reading.value = null;
              outcome.value = null;
              if (file !== undefined) read(file);
            }}
          />
        </label>
        {given === null && (
          <p class="muted">
            As PI, Ignition or a control system exports them: a row for each tag, with its high-high, high,
            low and low-low limit. What becomes of each row is shown before anything is created.
          </p>
        )}
      </section>
      {given !== null && (
        <TagColumns
          reading={given}
          unused={unused.value}
          isBusy={isBusy}
          change={(next) => {
            reading.value = next;
            outcome.value = null;
          }}
          compare={() => send(given, false)}
        />
      )}
      {problem.value !== null && <p class="summary" role="alert">{problem.value}</p>}
      {activity.value !== null && <Loading what={activity.value} />}
      {given !== null && result !== null && (
        <Panel
          title={result.isDone ? "Imported" : "What the import would do"}
          tools={!result.isDone && writes > 0 && (
            <button
              type="button"
              class="primary"
              disabled={isBusy}
              onClick={() => send(given, true)}
            >
              Import {countText(writes, "tag")}
            </button>
          )}
        >
          {result.isDone && (
            <p>
              The instances are in the package{" "}
              <a href={`/rules?package=${result.packageId}`}>{result.document.package.name}</a>. Check them,
              then deploy them under <a href="/instances?state=not_deployed">Instances</a>.
            </p>
          )}
          <TagRows rows={result.rows} isDone={result.isDone} />
        </Panel>
      )}
    </>
  );
}

async function storedLimits(api: Api): Promise<PackageDocument | undefined> {
  const found = (await packageBriefs(api)).find(({ name }) => name === LIMITS_PACKAGE);
  if (found === undefined) return undefined;
  const params = { path: { package_id: found.id }, query: { instances: true } };
  return (await unwrap(api.GET("/api/packages/{package_id}/export", { params }))).data;
}
