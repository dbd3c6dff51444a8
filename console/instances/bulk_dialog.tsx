import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Api, told } from "../api/client.ts";
import { Dialog } from "../parts/dialog.tsx";
import { VirtualTable } from "../parts/table/virtual_table.tsx";
import { useConsole } from "../shell/console.ts";
import { type BulkItem, runBulk } from "./bulk_run.ts";

export type BulkOrder =
  & {
    /** The names by id, in the order in which they are taken. */
    names: ReadonlyMap<number, string>;
  }
  & ({ type: "deploy" | "undeploy" } | { type: "upgrade"; templateId: number; version: number });

const DOING = { deploy: "Deploying", undeploy: "Undeploying", upgrade: "Upgrading" } as const;
const WORDS: Readonly<Record<BulkItem["status"], string>> = {
  deployed: "deployed",
  undeployed: "undeployed",
  upgraded: "upgraded",
  would_upgrade: "not upgraded",
  already: "already was",
  failed: "failed",
};

/** One call for a batch. */
async function send(api: Api, order: BulkOrder, instance_ids: number[]): Promise<readonly BulkItem[]> {
  if (order.type !== "upgrade") {
    return (await told(api.POST(`/api/instances/bulk-${order.type}`, { body: { instance_ids } }))).data.items;
  }
  const params = { path: { id: order.templateId, version: order.version } };
  const body = { instance_ids, dry_run: false, backtest: false };
  const path = "/api/templates/{id}/versions/{version}/upgrade";
  return (await told(api.POST(path, { params, body }))).data.items;
}

/** Deploys, undeploys or upgrades many, and says of each what became of it. */
export function BulkDialog({ order, onClose }: { order: BulkOrder; onClose(): void }) {
  const { api, speech } = useConsole();
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
      speech.say(`${DOING[order.type]} is over`);
    });
    return () => isStopped.value = true;
  }, []);

  const counts = Map.groupBy(items.value, ({ status }) => status);
  const failed = counts.get("failed") ?? [];
  const title = `${DOING[order.type]} ${total.toLocaleString("en")} ${
    total === 1 ? "instance" : "instances"
  }`;
  return (
    <Dialog title={title} onClose={onClose} wide firm={isRunning.value}>
      <progress class="bulk-progress" aria-label={title} max={total} value={items.value.length} />
      <p role="status">
        {items.value.length.toLocaleString("en")} of {total.toLocaleString("en")}
        {[...counts].map(([status, some]) => `, ${some.length.toLocaleString("en")} ${WORDS[status]}`)}
        {waits.value && " – waiting: the server takes only so many a minute"}
        {isStopped.value && isRunning.value && " – stopping after this batch"}
      </p>
      {failed.length > 0 && <Outcomes label="What failed" items={failed} names={order.names} />}
      {failed.length === 0 && !isRunning.value && items.value.length > 0 && (
        <Outcomes label="Outcomes" items={items.value} names={order.names} />
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

function Outcomes(
  { label, items, names }: { label: string; items: readonly BulkItem[]; names: BulkOrder["names"] },
) {
  return (
    <div class="bulk-outcomes">
      <VirtualTable
        label={label}
        rows={items}
        keyOf={({ id }) => id}
        columns={[
          {
            ...{ key: "name", title: "Instance", width: "minmax(0, 1fr)" },
            cell: ({ id, instance_name }) => (
              <a href={`/instances/${id}`}>{instance_name ?? names.get(id) ?? `#${id}`}</a>
            ),
          },
          {
            ...{ key: "outcome", title: "Outcome", width: "minmax(0, 2fr)" },
            cell: (item) => <Outcome item={item} />,
          },
        ]}
      />
    </div>
  );
}

function Outcome({ item: { status, problems = [] } }: { item: BulkItem }) {
  const text = problems.length === 0 ? WORDS[status] : problems.map(({ message }) => message).join("; ");
  return <span title={text}>{text}</span>;
}
