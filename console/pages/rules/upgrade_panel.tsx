import { type Signal, useSignal } from "@preact/signals";
import { problemOf } from "../../api/problem.ts";
import { BacktestFigures } from "../../backtest/backtest_view.tsx";
import { BulkDialog, type BulkOrder } from "../../instances/bulk_dialog.tsx";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { eventsOf, type TemplateVersion, type UpgradeTrial } from "./version_choice.ts";
import { type DeployedInstance, tryUpgrade, type VersionsReading } from "./version_reading.ts";
import { counted } from "./words.ts";

interface UpgradeProps extends Pick<VersionsReading, "template" | "deployed"> {
  chosen: TemplateVersion;
  reload(): void;
}

/** Deployed instances that run on other versions: tried on this one, and taken to it. */
export function UpgradePanel({ template, chosen, deployed, reload }: UpgradeProps) {
  const { api, session, asking, speech } = useConsole();
  const marked = useSignal<ReadonlySet<number>>(new Set());
  const trial = useSignal<UpgradeTrial | null>(null);
  const problem = useSignal<string | null>(null);
  const isTrying = useSignal(false);
  const order = useSignal<BulkOrder | null>(null);
  const others = deployed.filter(({ template_version }) => template_version !== chosen.version);
  const wanted = others.filter(({ id }) => marked.value.has(id));
  const mayUpgrade = session.may("POST /api/templates/:id/versions/:version/upgrade");

  async function tryIt(): Promise<void> {
    isTrying.value = true;
    problem.value = null;
    try {
      const given = { templateId: template.id, version: chosen.version, ids: wanted.map(({ id }) => id) };
      trial.value = await tryUpgrade(api, given);
      speech.say("Tried");
    } catch (error) {
      problem.value = problemOf(error).message;
    }
    isTrying.value = false;
  }

  async function upgrade(): Promise<void> {
    const sure = await asking.confirm({
      title: `Upgrade ${counted(wanted.length, "instance")} to version ${chosen.version}?`,
      text:
        "Events of unchanged rules stay open. The others are closed as superseded, and what still holds is " +
        "raised anew by the new rules.",
      action: "Upgrade",
    });
    if (!sure) return;
    const names = new Map(wanted.map(({ id, instance_name }) => [id, instance_name]));
    order.value = { type: "upgrade", templateId: template.id, version: chosen.version, names };
  }

  function over(): void {
    order.value = trial.value = null;
    marked.value = new Set();
    reload();
  }

  return (
    <section class="panel rules-upgrade" aria-labelledby="rules-upgrade">
      <div class="panel-head">
        <h2 id="rules-upgrade">Instances on other versions</h2>
        <span class="muted">{others.length === 0 ? "none" : others.length.toLocaleString("en")}</span>
      </div>
      {others.length === 0 ? <NoOthers chosen={chosen} count={deployed.length} /> : (
        <>
          <InstanceMarks {...{ others, trial: trial.value, marked: mayUpgrade ? marked : undefined }} />
          {mayUpgrade && (
            <div class="buttons">
              <button type="button" disabled={wanted.length === 0 || isTrying.value} onClick={tryIt}>
                {isTrying.value ? "Trying…" : `Try it on ${counted(wanted.length, "instance")}`}
              </button>
              {chosen.status === "current"
                ? (
                  <button type="button" class="primary" disabled={wanted.length === 0} onClick={upgrade}>
                    Upgrade {counted(wanted.length, "instance")}
                  </button>
                )
                : <span class="muted">Release it to upgrade instances.</span>}
            </div>
          )}
          {problem.value !== null && <p class="summary" role="alert">{problem.value}</p>}
          {trial.value !== null && <Trial trial={trial.value} />}
        </>
      )}
      {order.value !== null && <BulkDialog order={order.value} onClose={over} />}
    </section>
  );
}

function NoOthers({ chosen, count }: { chosen: TemplateVersion; count: number }) {
  if (count === 0) return <p class="muted">No instance of the template is deployed.</p>;
  return <p class="muted">All {counted(count, "deployed instance")} run on version {chosen.version}.</p>;
}

/** What it would come to: events, what stands against it, and the same past by both versions. */
function Trial({ trial }: { trial: UpgradeTrial }) {
  const { summary, backtest, backtest_problem } = trial;
  const { kept, superseded } = eventsOf(trial);
  return (
    <div class="rules-trial" role="status">
      <p>
        {counted(summary.would_upgrade, "instance")} would go over. {counted(kept, "active event")}{" "}
        would stay open, {counted(superseded, "active event")}{" "}
        would be closed as superseded{summary.failed > 0 &&
          `; ${counted(summary.failed, "instance")} cannot`}.
      </p>
      {backtest !== null && (
        <>
          <h3>The last day by the new version, held against the old one</h3>
          <BacktestFigures backtest={backtest.after} base={backtest.before} />
          {backtest.instances < summary.would_upgrade && (
            <p class="muted">Of the first {counted(backtest.instances, "instance")}.</p>
          )}
        </>
      )}
      {backtest_problem !== null && <p class="muted">No backtest: {backtest_problem}</p>}
    </div>
  );
}

interface MarksProps {
  others: readonly DeployedInstance[];
  trial: UpgradeTrial | null;
  /** Absent: there is nothing to be done to them. */
  marked: Signal<ReadonlySet<number>> | undefined;
}

function InstanceMarks({ others, trial, marked }: MarksProps) {
  const items = new Map(trial?.items.map((item) => [item.id, item]));
  const columns: Column<DeployedInstance>[] = [
    {
      ...{ key: "name", title: "Instance", width: "minmax(0, 2fr)" },
      cell: ({ id, instance_name }) => <a href={`/instances/${id}`} tabIndex={-1}>{instance_name}</a>,
      compare: (a, b) => a.instance_name < b.instance_name ? -1 : 1,
    },
    {
      ...{ key: "version", title: "Runs on", width: "88px", align: "end" },
      cell: ({ template_version }) => template_version,
      compare: (a, b) => (a.template_version ?? 0) - (b.template_version ?? 0),
    },
    {
      ...{ key: "trial", title: "Would", width: "minmax(0, 3fr)", wideOnly: true },
      cell: ({ id }) => outcomeText(items.get(id)),
    },
  ];
  return (
    <VirtualTable
      label="Instances on other versions"
      columns={columns}
      rows={others}
      keyOf={({ id }) => id}
      marks={marked === undefined ? undefined : marksOf(others, marked)}
    />
  );
}

function outcomeText(item: UpgradeTrial["items"][number] | undefined): string {
  if (item === undefined) return "";
  if (item.status === "failed") {
    return item.problems?.map(({ message }) => message).join("; ") ?? "not go over";
  }
  const { kept, superseded } = item.events ?? { kept: 0, superseded: 0 };
  return kept + superseded === 0 ? "go over" : `go over; ${kept} stay open, ${superseded} closed`;
}

function marksOf(others: readonly DeployedInstance[], marked: Signal<ReadonlySet<number>>) {
  const all = others.length > 0 && others.every(({ id }) => marked.value.has(id));
  return {
    all,
    has: ({ id }: DeployedInstance) => marked.value.has(id),
    toggle({ id }: DeployedInstance) {
      const next = new Set(marked.value);
      if (!next.delete(id)) next.add(id);
      marked.value = next;
    },
    toggleAll: () => marked.value = new Set(all ? [] : others.map(({ id }) => id)),
    nameOf: ({ instance_name }: DeployedInstance) => `Mark ${instance_name}`,
  };
}
