import { type Signal, useSignal } from "@preact/signals";
import { problemOf } from "../../api/problem.ts";
import { BacktestFigures } from "../../backtest/backtest_view.tsx";
import { BulkDialog, type BulkOrder } from "../../instances/bulk_dialog.tsx";
import { useOwnOf } from "../../parts/areas.ts";
import { SomeOutside } from "../../parts/outside_areas.tsx";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { eventsOf, type TemplateVersion, type UpgradeTrial } from "./version_choice.ts";
import { type DeployedInstance, tryUpgrade, type VersionsReading } from "./version_reading.ts";
import { countText, numberText } from "../../parts/numbers.ts";

interface UpgradeProps extends Pick<VersionsReading, "template" | "deployed"> {
  chosen: TemplateVersion;
  reload(): void;
}

/** Deployed instances on other versions, with a preview of their upgrade to this version. */
export function UpgradePanel({ template, chosen, deployed, reload }: UpgradeProps) {
  const { api, session, dialogs, announcer } = useConsole();
  const selected = useSignal<ReadonlySet<number>>(new Set());
  const trial = useSignal<UpgradeTrial | null>(null);
  const problem = useSignal<string | null>(null);
  const isChecking = useSignal(false);
  const order = useSignal<BulkOrder | null>(null);
  const others = deployed.filter(({ template_version }) => template_version !== chosen.version);
  const marked = others.filter(({ id }) => selected.value.has(id));
  const { own: allowed, outside } = useOwnOf()("POST /api/templates/:id/versions/:version/upgrade", marked);
  const mayUpgrade = session.may("POST /api/templates/:id/versions/:version/upgrade");

  async function preview(): Promise<void> {
    isChecking.value = true;
    problem.value = null;
    try {
      const options = { templateId: template.id, version: chosen.version, ids: allowed.map(({ id }) => id) };
      trial.value = await tryUpgrade(api, options);
      announcer.announce("Preview finished");
    } catch (error) {
      problem.value = problemOf(error).message;
    }
    isChecking.value = false;
  }

  async function upgrade(): Promise<void> {
    const isConfirmed = await dialogs.confirm({
      title: `Upgrade ${countText(allowed.length, "instance")} to version ${chosen.version}?`,
      text:
        "Active events of unchanged rules stay open. Other active events are closed as superseded; the new " +
        "rules raise events for conditions that are still true.",
      action: "Upgrade",
    });
    if (!isConfirmed) return;
    const names = new Map(allowed.map(({ id, instance_name }) => [id, instance_name]));
    order.value = { type: "upgrade", templateId: template.id, version: chosen.version, names };
  }

  function finish(): void {
    order.value = trial.value = null;
    selected.value = new Set();
    reload();
  }

  return (
    <section class="panel rules-upgrade" aria-labelledby="rules-upgrade">
      <div class="panel-head">
        <h2 id="rules-upgrade">Instances on other versions</h2>
        <span class="muted">{others.length === 0 ? "none" : numberText(others.length)}</span>
      </div>
      {others.length === 0 ? <NoOthers chosen={chosen} count={deployed.length} /> : (
        <>
          <InstanceTable {...{ others, trial: trial.value, selected: mayUpgrade ? selected : undefined }} />
          {mayUpgrade && (
            <div class="buttons">
              <button type="button" disabled={allowed.length === 0 || isChecking.value} onClick={preview}>
                {isChecking.value ? "Checking…" : `Preview for ${countText(allowed.length, "instance")}`}
              </button>
              {chosen.status === "current"
                ? (
                  <button type="button" class="primary" disabled={allowed.length === 0} onClick={upgrade}>
                    Upgrade {countText(allowed.length, "instance")}
                  </button>
                )
                : <span class="muted">Release this version to upgrade instances.</span>}
              <SomeOutside outside={outside} total={marked.length} noun="selected instance" />
            </div>
          )}
          {problem.value !== null && <p class="summary" role="alert">{problem.value}</p>}
          {trial.value !== null && <Preview trial={trial.value} />}
        </>
      )}
      {order.value !== null && <BulkDialog order={order.value} onClose={finish} />}
    </section>
  );
}

function NoOthers({ chosen, count }: { chosen: TemplateVersion; count: number }) {
  if (count === 0) return <p class="muted">No instance of the template is deployed.</p>;
  const all = count === 1
    ? "The only deployed instance runs"
    : `All ${numberText(count)} deployed instances run`;
  return <p class="muted">{all} on version {chosen.version}.</p>;
}

/** The result of an upgrade: events, problems, and a backtest of both versions. */
function Preview({ trial }: { trial: UpgradeTrial }) {
  const { summary, backtest, backtest_problem } = trial;
  const { kept, superseded } = eventsOf(trial);
  return (
    <div class="rules-trial" role="status">
      <p>
        {countText(summary.would_upgrade, "instance")} will upgrade. Active events that stay open:{" "}
        {numberText(kept)}. Active events closed as superseded: {numberText(superseded)}.
        {summary.failed > 0 && ` Instances that cannot upgrade: ${numberText(summary.failed)}.`}
      </p>
      {backtest !== null && (
        <>
          <h3>Last day: new version compared with the old version</h3>
          <BacktestFigures backtest={backtest.after} baseline={backtest.before} />
          {backtest.instances < summary.would_upgrade && (
            <p class="muted">Backtest of the first {countText(backtest.instances, "instance")}.</p>
          )}
        </>
      )}
      {backtest_problem !== null && <p class="muted">No backtest: {backtest_problem}</p>}
    </div>
  );
}

interface InstanceTableProps {
  others: readonly DeployedInstance[];
  trial: UpgradeTrial | null;
  /** Undefined if the role allows no actions. */
  selected: Signal<ReadonlySet<number>> | undefined;
}

function InstanceTable({ others, trial, selected }: InstanceTableProps) {
  const items = new Map(trial?.items.map((item) => [item.id, item]));
  const columns: Column<DeployedInstance>[] = [
    {
      key: "name",
      title: "Instance",
      width: "minmax(0, 2fr)",
      cell: ({ id, instance_name }) => <a href={`/instances/${id}`} tabIndex={-1}>{instance_name}</a>,
      compare: (a, b) => a.instance_name < b.instance_name ? -1 : 1,
    },
    {
      key: "version",
      title: "Version",
      width: "88px",
      align: "end",
      cell: ({ template_version }) => template_version,
      compare: (a, b) => (a.template_version ?? 0) - (b.template_version ?? 0),
    },
    {
      key: "trial",
      title: "Result",
      width: "minmax(0, 3fr)",
      wideOnly: true,
      cell: ({ id }) => outcomeText(items.get(id)),
    },
  ];
  return (
    <VirtualTable
      label="Instances on other versions"
      columns={columns}
      rows={others}
      selection={selected === undefined ? undefined : selectionOf(others, selected)}
    />
  );
}

function outcomeText(item: UpgradeTrial["items"][number] | undefined): string {
  if (item === undefined) return "";
  if (item.status === "failed") {
    return item.problems?.map(({ message }) => message).join("; ") ?? "cannot upgrade";
  }
  const { kept, superseded } = item.events ?? { kept: 0, superseded: 0 };
  return kept + superseded === 0
    ? "will upgrade"
    : `will upgrade; active events: ${numberText(kept)} stay open, ${numberText(superseded)} closed`;
}

function selectionOf(others: readonly DeployedInstance[], selected: Signal<ReadonlySet<number>>) {
  const all = others.length > 0 && others.every(({ id }) => selected.value.has(id));
  return {
    all,
    has: ({ id }: DeployedInstance) => selected.value.has(id),
    toggle({ id }: DeployedInstance) {
      const next = new Set(selected.value);
      if (!next.delete(id)) next.add(id);
      selected.value = next;
    },
    toggleAll: () => selected.value = new Set(all ? [] : others.map(({ id }) => id)),
    nameOf: ({ instance_name }: DeployedInstance) => `Select ${instance_name}`,
  };
}
