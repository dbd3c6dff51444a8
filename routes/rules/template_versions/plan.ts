import type { StreamRecord } from "../../../domain/asset/types.ts";
import { SOURCE_DEFAULTS } from "../../../domain/source/types.ts";
import { type Deployment, makeDeployment } from "../../../domain/instance/deployment.ts";
import { otherSources, sourceOfInstance } from "../../../domain/instance/source.ts";
import { presentStreams } from "../../../domain/instance/streams.ts";
import type { InstanceRecord } from "../../../domain/instance/types.ts";
import { keptRules, withoutUpgrades } from "../../../domain/instance/upgrade.ts";
import type { Issue } from "../../../domain/shared/refusal.ts";
import type { TemplateRecord, TemplateVersion } from "../../../domain/template/types.ts";
import { contentOf } from "../../../domain/template/versions.ts";
import { type ManyCommand, refusalFor } from "../bulk_dispatch.ts";
import type { AppDeps } from "../../pipeline/deps.ts";

/** The actual or expected result for one instance. */
export interface UpgradeItem {
  id: number;
  instance_name: string | null;
  status: "upgraded" | "would_upgrade" | "already" | "failed";
  from_version: number | null;
  events: { kept: number; superseded: number } | null;
  problems?: Issue[];
}

/** One instance as it is deployed, and as the upgrade would deploy it. */
export interface UpgradePair {
  before: Deployment;
  after: Deployment;
}

/** Computes the effects of an upgrade without doing it. */
export class UpgradePlan {
  readonly pairs: UpgradePair[] = [];
  /** The streams of both versions, by id. */
  readonly streams = new Map<number, StreamRecord>();
  readonly #activeRules: ReadonlyMap<number, string[]>;

  constructor(
    private readonly deps: AppDeps,
    private readonly given: {
      template: TemplateRecord;
      versions: readonly TemplateVersion[];
      version: number;
      require: ManyCommand["require"];
    },
  ) {
    const active = deps.storage.events.active();
    this.#activeRules = new Map(
      [...Map.groupBy(active, (event) => event.instance_id)]
        .map(([id, events]) => [id, events.map((event) => event.rule_id)]),
    );
  }

  /** Checks one instance at a time and yields between them. `bind`: with the same checks as the upgrade. */
  *items(ids: readonly number[], { bind }: { bind: boolean }): Generator<void, UpgradeItem[]> {
    const items: UpgradeItem[] = [];
    for (const [i, id] of ids.entries()) {
      items.push(this.#item(id, { path: `instance_ids.${i}`, bind }));
      yield;
    }
    return items;
  }

  #item(id: number, { path, bind }: { path: string; bind: boolean }): UpgradeItem {
    const record = this.deps.storage.instances.get(id), { template, version } = this.given;
    const item = { id, instance_name: record?.instance_name ?? null, from_version: null, events: null };
    const failed = (message: string): UpgradeItem => ({
      ...item,
      status: "failed",
      problems: [{ path, message }],
    });
    if (record === undefined) return failed(`Instance ${id} does not exist`);
    if (record.template_id !== template.id) return failed(`Instance ${id} belongs to another template`);
    const refused = refusalFor(() => this.given.require(record));
    if (refused !== undefined) return failed(refused.message);
    if (!record.is_deployed || record.template_version === null) {
      return failed("Is not deployed; its next deployment uses the current version");
    }
    const from_version = record.template_version;
    if (from_version === version) return { ...item, from_version, status: "already" };
    if (!bind) return { ...item, from_version, status: "would_upgrade" };
    return { ...item, from_version, ...this.#would(record) };
  }

  #would(record: InstanceRecord): Pick<UpgradeItem, "status" | "events" | "problems"> {
    const { sources } = this.deps.storage, { version: to } = this.given;
    const { correction_horizon_hours: correctionHorizonHours } = sources.get(sourceOfInstance(record)) ??
      SOURCE_DEFAULTS;
    const before = this.#bound(record, { number: record.template_version ?? 0 });
    const after = this.#bound(record, { number: to, correctionHorizonHours });
    const problems = after?.problems ?? [];
    if (after !== undefined && after.deployment.template.rules.length === 0) {
      problems.push({
        path: "template_id",
        message: `Version ${this.given.version} has no rule; add one first`,
      });
    }
    if (before === undefined || after === undefined || problems.length > 0) {
      return { status: "failed", events: null, problems };
    }
    const rules = this.#activeRules.get(record.id) ?? [];
    const unchanged = keptRules(before.deployment, after.deployment);
    const stays = rules.filter((rule) => unchanged.has(rule)).length;
    this.pairs.push({ before: before.deployment, after: after.deployment });
    return { status: "would_upgrade", events: { kept: stays, superseded: rules.length - stays } };
  }

  #bound(
    record: InstanceRecord,
    { number, correctionHorizonHours }: { number: number; correctionHorizonHours?: number },
  ) {
    const version = this.given.versions.find((each) => each.version === number);
    if (version === undefined) return undefined;
    const { assets, sources } = this.deps.storage;
    const bound = makeDeployment({
      record: withoutUpgrades({ ...record, template_version: number }),
      template: { ...this.given.template, ...contentOf(version), version: number },
      streams: presentStreams(assets),
      sourceMaxAgeSeconds: sources.get(sourceOfInstance(record))?.max_age_seconds ?? 0,
      correctionHorizonHours,
      deployedAt: 0,
    });
    bound.problems.push(...otherSources(bound.streams, sourceOfInstance(record)));
    for (const { id } of bound.deployment.instance.streams) {
      const stream = assets.stream(id);
      if (stream !== undefined) this.streams.set(id, stream);
    }
    return bound;
  }
}
