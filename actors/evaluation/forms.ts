import type { StreamRecord } from "../../domain/asset/types.ts";
import type { SourceRecord } from "../../domain/source/schema.ts";
import { DEFAULT_SOURCE } from "../../domain/source/types.ts";
import { type Deployment, makeDeployment } from "../../domain/instance/deployment.ts";
import { storedStreams } from "../../domain/instance/streams.ts";
import type { TemplateRecord, TemplateVersionRecord } from "../../domain/template/types.ts";
import { atVersion } from "../../domain/template/versions.ts";
import { keys } from "../../storage/keys.ts";
import { readById, readStreams } from "../../storage/writes/read_streams.ts";
import type { ActorContext } from "../runtime/types.ts";
import type { HistoryEntry } from "./journal.ts";

/** A deployment between two upgrades. Each form lists the streams of all forms. */
export interface Form {
  /** The sequence of the upgrade that began it; -Infinity for the deployment. */
  sequence: number;
  /** Null when its version was deleted or can no longer be bound. */
  deployment: Deployment | null;
  /** The stream ids of its own rules. */
  own: ReadonlySet<number>;
}

/** The forms of a deployment, oldest first, and their streams, which the source may not follow. */
export interface Forms {
  forms: Form[];
  streams: StreamRecord[];
}

type Upgraded = Extract<HistoryEntry, { kind: "upgraded" }>;

/** Binds the versions of a deployment before each upgrade in `history`. */
export async function readForms(
  present: Deployment,
  history: readonly HistoryEntry[],
  context: ActorContext,
): Promise<Forms> {
  const upgrades = history.filter((entry): entry is Upgraded => entry.kind === "upgraded");
  const last = { deployment: present, own: idsOf(present) };
  if (upgrades.length === 0) return { forms: [{ sequence: -Infinity, ...last }], streams: [] };
  const bound = [...await readFormer(present, upgrades, context), present];
  const all = allStreams(bound);
  const streams = await readById(all.map(({ id }) => id), context.store);
  const forms = bound.map((deployment, i): Form => {
    const { sequence = -Infinity, recentActivations } = upgrades[i - 1] ?? {};
    if (deployment === null) return { sequence, deployment, own: new Set() };
    const instance = { ...deployment.instance, streams: all };
    if (recentActivations !== undefined) Object.assign(instance, { recentActivations });
    return { sequence, deployment: { ...deployment, instance }, own: idsOf(deployment) };
  });
  return { forms, streams };
}

async function readFormer(
  { record, instance }: Deployment,
  upgrades: readonly Upgraded[],
  { store }: ActorContext,
): Promise<(Deployment | null)[]> {
  const { template_id } = record;
  const [current, configuration, ...versions] = await Promise.all([
    store.get<TemplateRecord>(keys.template(template_id)),
    store.get<SourceRecord>(keys.source(DEFAULT_SOURCE)),
    ...upgrades.map(({ from }) =>
      store.get<TemplateVersionRecord>(keys.templateVersion(template_id, from.version))
    ),
  ]);
  const templates = upgrades.map(({ from }, i) => {
    if (current?.value.version === from.version) return current.value;
    const version = versions[i]?.value;
    return current === undefined || version === undefined ? null : atVersion(current.value, version);
  });
  const present = templates.filter((template) => template !== null);
  const streams = storedStreams(await readStreams({ records: [record], templates: present }, store));
  return templates.map((template, i): Deployment | null => {
    if (template === null) return null;
    const { version, rulesSince } = upgrades[i]!.from;
    const { deployment, problems } = makeDeployment({
      record: { ...record, template_version: version, rules_since: rulesSince },
      template,
      streams,
      sourceMaxAgeSeconds: configuration?.value.max_age_seconds ?? 0,
      deployedAt: instance.deployedAt,
    });
    return problems.length > 0 ? null : deployment;
  });
}

function idsOf({ instance }: Deployment): Set<number> {
  return new Set(instance.streams.map(({ id }) => id));
}

function allStreams(forms: readonly (Deployment | null)[]): Deployment["instance"]["streams"] {
  const all = forms.flatMap((deployment) => deployment?.instance.streams ?? []);
  return [...new Map(all.map((stream) => [stream.id, stream])).values()].sort((a, b) => a.id - b.id);
}
