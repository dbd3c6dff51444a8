import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Api, unwrap } from "../api/client.ts";
import { Dialog } from "../parts/dialog.tsx";
import { VirtualTable } from "../parts/table/virtual_table.tsx";
import { useConsole } from "../shell/console.ts";
import { type BulkItem, runBulk } from "./bulk_run.ts";
import { numberText } from "../parts/numbers.ts";
import { instancesText } from "./instance_text.ts";

export type BulkOrder =
  & {
    /** Instance names by id, in processing order. */
    names: ReadonlyMap<number, string>;
  }
  & ({ type: "deploy" | "undeploy" | "delete" } | { type: "upgrade"; templateId: number; version: number });

const VERBS = {
  deploy: "Deploying",
  undeploy: "Undeploying",
  upgrade: "Upgrading",
  delete: "Deleting",
} as const;
const STATUS_TEXTS: Readonly<Record<BulkItem["status"], string>> = {
  deployed: "deployed",
  undeployed: "undeployed",
  deleted: "deleted",
  upgraded: "upgraded",
  would_upgrade: "not upgraded",
  already: "unchanged",
  failed: "failed",
};

/** Sends one batch. */
async function send(api: Api, order: BulkOrder, instance_ids: number[]): Promise<readonly BulkItem[]> {
  if (order.type !== "upgrade") {
    return (await unwrap(api.POST(`/api/instances/bulk-${order.type}`, { body: { instance_ids } }))).data
      .items;
  }
  const params = { path: { id: order.templateId, version: order.version } };
  const body = { instance_ids, dry_run: false, backtest: false };
  const path = "/api/templates/{id}/versions/{version}/upgrade";
  return (await unwrap(api.POST(path, { params, body }))).data.items;
}

/** Deploys, undeploys, upgrades or deletes many instances and lists the result of each. */
export function BulkDialog({ order, onClose }: { order: BulkOrder; onClose(): void }) {
  const { api, announcer } = useConsole();
  const items = useSignal<readonly BulkItem[]>([]);
  const isRunning = useSignal(true);
  const isStopped = useSignal(false);
  const waits = useSignal(false);
  const total = order.names.size;

  useEffect(() => {
    const running = runBulk({
      ids: [...order.names.keys()],
      send: (instance_ids) => send(api, order, instance_ids),
      take: (more) => items.value = [...items.value, ...more],
      isStopped: () => isStopped.value,
      async pause(ms) {
        waits.value = true;
        await new Promise((resolve) => setTimeout(resolve, ms));
        waits.value = false;
      },
    });
    running.then(() => {
      isRunning.value = false;
      announcer.announce(`${VERBS[order.type]} finished`);
    });
    return () => isStopped.value = true;
  }, []);

  const counts = Map.groupBy(items.value, ({ status }) => status);
  const failed = counts.get("failed") ?? [];
  const title = `${VERBS[order.type]} ${instancesText(total)}`;
  return (
    <Dialog title={title} onClose={onClose} wide requiresAnswer={isRunning.value}>
      <progress class="bulk-progress" aria-label={title} max={total} value={items.value.length} />
      <p role="status">
        {numberText(items.value.length)} of {numberText(total)}
        {[...counts].map(([status, some]) => `, ${numberText(some.length)} ${STATUS_TEXTS[status]}`)}
        {waits.value && " – waiting for the rate limit"}
        {isStopped.value && isRunning.value && " – stopping after this batch"}
      </p>
      {failed.length > 0 && <Results label="Failed instances" items={failed} names={order.names} />}
      {failed.length === 0 && !isRunning.value && items.value.length > 0 && (
        <Results label="Results" items={items.value} names={order.names} />
      )}
      <div class="buttons">
        {isRunning.value
          ? (
            <button type="button" disabled={isStopped.value} onClick={() => isStopped.value = true}>
              Stop
            </button>
          )
          : <button type="button" class="primary" autofocus onClick={onClose}>Close</button>}
      </div>
    </Dialog>
  );
}

function Results(
  { label, items, names }: { label: string; items: readonly BulkItem[]; names: BulkOrder["names"] },
) {
  return (
    <div class="bulk-outcomes">
      <VirtualTable
        label={label}
        rows={items}
        columns={[
          {
            key: "name",
            title: "Instance",
            width: "minmax(0, 1fr)",
            cell: ({ id, instance_name, status }) => {
              const name = instance_name ?? names.get(id) ?? `#${id}`;
              return status === "deleted" ? name : <a href={`/instances/${id}`}>{name}</a>;
            },
          },
          {
            key: "outcome",
            title: "Result",
            width: "minmax(0, 2fr)",
            cell: (item) => <Result item={item} />,
          },
        ]}
      />
    </div>
  );
}

function Result({ item: { status, problems = [] } }: { item: BulkItem }) {
  const text = problems.length === 0
    ? STATUS_TEXTS[status]
    : problems.map(({ message }) => message).join("; ");
  return <span title={text}>{text}</span>;
}
