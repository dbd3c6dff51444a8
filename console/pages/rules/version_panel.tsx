import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import { unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import type { Toast } from "../../parts/toasts.ts";
import { useConsole } from "../../shell/console.ts";
import { DifferenceList } from "./difference_list.tsx";
import { versionsAddress } from "./rules_address.ts";
import { writeVersion } from "./template_writing.ts";
import { type TemplateVersion, versionDifference, versionDraft } from "./version_choice.ts";
import type { VersionsReading } from "./version_reading.ts";
import { countText } from "../../parts/numbers.ts";

interface PanelProps extends Pick<VersionsReading, "template" | "versions"> {
  chosen: TemplateVersion;
  against: TemplateVersion | undefined;
  reload(): void;
}

/** The changes of a version, and its actions. */
export function VersionPanel({ template, versions, chosen, against, reload }: PanelProps) {
  return (
    <section class="panel rules-version" aria-labelledby="rules-version">
      <div class="panel-head">
        <h2 id="rules-version">Version {chosen.version}, {chosen.status}</h2>
        <Actions {...{ template, versions, chosen, reload }} />
      </div>
      {chosen.note !== "" && <p>{chosen.note}</p>}
      {against === undefined
        ? (
          <p class="muted">
            There is no other version to compare with. {countText(chosen.rules_count, "rule")}.
          </p>
        )
        : (
          <>
            <Against {...{ template, versions, chosen, against }} />
            <Differences before={against} after={chosen} />
          </>
        )}
    </section>
  );
}

function Differences({ before, after }: { before: TemplateVersion; after: TemplateVersion }) {
  const differences = versionDifference(before, after);
  if (differences.length === 0) return <p class="muted">No differences.</p>;
  return <DifferenceList differences={differences} />;
}

function Against(
  { template, versions, chosen, against }: Omit<PanelProps, "reload"> & { against: TemplateVersion },
) {
  const { route } = useLocation();
  const { version } = chosen;
  return (
    <label class="rules-against">
      <span>Compared with</span>
      <select
        value={String(against.version)}
        onChange={({ currentTarget }) =>
          route(versionsAddress(template.id, { version, against: Number(currentTarget.value) }), true)}
      >
        {versions.filter((one) => one.version !== version).map((one) => (
          <option key={one.version} value={String(one.version)}>
            Version {one.version}, {one.status}
          </option>
        ))}
      </select>
    </label>
  );
}

function Actions({ template, versions, chosen, reload }: Omit<PanelProps, "against">) {
  const { api, session, toasts, dialogs } = useConsole();
  const { route } = useLocation();
  const isBusy = useSignal(false);
  const params = { path: { id: template.id, version: chosen.version } };

  async function run(act: () => Promise<string>, undo?: Toast["action"]): Promise<boolean> {
    isBusy.value = true;
    try {
      toasts.done(await act(), undo);
      reload();
      return true;
    } catch (error) {
      toasts.problem(problemOf(error).message);
      return false;
    } finally {
      isBusy.value = false;
    }
  }

  async function release(): Promise<void> {
    const current = versions.find(({ status }) => status === "current");
    const stay = current === undefined || current.deployed_instances === 0
      ? ""
      : ` ${
        countText(current.deployed_instances, "instance")
      } on version ${current.version} will not be changed` +
        " until upgraded.";
    const isConfirmed = await dialogs.confirm({
      title: `Release version ${chosen.version}?`,
      text: `New deployments will use this version.${stay}`,
      action: "Release",
    });
    if (!isConfirmed) return;
    const path = "/api/templates/{id}/versions/{version}/release";
    await run(async () => (await unwrap(api.POST(path, { params }))).message);
  }

  async function remove(): Promise<void> {
    const isDraft = chosen.status === "draft";
    const isConfirmed = isDraft || await dialogs.confirm({
      title: `Delete version ${chosen.version}?`,
      text: "It is deleted permanently. Its events stay in the history.",
      action: "Delete version",
      danger: true,
    });
    if (!isConfirmed) return;
    const path = "/api/templates/{id}/versions/{version}";
    const undo = isDraft ? { label: "Undo", run: () => void restore() } : undefined;
    const done = await run(async () => (await unwrap(api.DELETE(path, { params }))).message, undo);
    if (done) route(versionsAddress(template.id), true);
  }

  /** The draft comes back as a new version. */
  async function restore(): Promise<void> {
    await run(async () => {
      const { version } = await writeVersion(api, {
        id: template.id,
        draft: versionDraft(chosen),
        note: chosen.note,
      });
      return `The draft is version ${version}`;
    });
  }

  if (chosen.status === "current") return null;
  return (
    <div class="buttons">
      {session.may("DELETE /api/templates/:id/versions/:version") && chosen.deployed_instances === 0 && (
        <button type="button" disabled={isBusy.value} onClick={remove}>Delete</button>
      )}
      {session.may("POST /api/templates/:id/versions/:version/release") && (
        <button type="button" class="primary" disabled={isBusy.value} onClick={release}>
          {chosen.status === "draft" ? "Release" : "Release again"}
        </button>
      )}
    </div>
  );
}
