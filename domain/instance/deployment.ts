import type { BoundRule, DeployedInstance } from "../evaluation/types.ts";
import { bindTemplate, bindTextsAgain, type BoundTexts } from "../rule/bind.ts";
import type { Rule } from "../rule/types.ts";
import type { StreamLookup, StreamOfName } from "../rule/bind_placeholders.ts";
import type { Issue } from "../shared/refusal.ts";
import { type Ticks, ticksFromMs } from "../shared/time.ts";
import type { TemplateRecord } from "../template/types.ts";
import type { InstanceRecord } from "./types.ts";

/** A deployed instance with everything needed to write its events. */
export interface Deployment {
  record: InstanceRecord;
  template: TemplateRecord;
  instance: DeployedInstance;
  /** The rules of `instance` as they are written, in their order. */
  written: readonly Rule[];
  /** In the same order. */
  texts: BoundTexts[];
  streamNames: Map<number, string>;
  /** Of the streams that have one. */
  units: ReadonlyMap<number, string>;
}

export interface DeploymentInput {
  record: InstanceRecord;
  template: TemplateRecord;
  streams: StreamLookup;
  sourceMaxAgeSeconds: number;
  /** A window longer than this is a problem; absent: none is. */
  correctionHorizonHours?: number;
  deployedAt: Ticks;
}

/** A deployment, and what prevents it. */
export interface MadeDeployment {
  deployment: Deployment;
  problems: Issue[];
  /** The streams that the rules name directly, by name. */
  named: Map<string, number>;
  /** All that it is evaluated on. */
  streams: StreamOfName[];
}

/** Binds an instance's rules. */
export function makeDeployment(input: DeploymentInput): MadeDeployment {
  const { record, template, sourceMaxAgeSeconds, correctionHorizonHours } = input;
  const looked = new Map<number, StreamOfName>(),
    streamNames = new Map<number, string>(),
    units = new Map<number, string>(),
    named = new Map<string, number>();
  const noted = <S extends StreamOfName | string | undefined>(stream: S): S => {
    if (typeof stream === "object") {
      looked.set(stream.id, stream);
      streamNames.set(stream.id, stream.stream_name);
      if (stream.uom) units.set(stream.id, stream.uom);
    }
    return stream;
  };
  const streams: StreamLookup = {
    byId: (id) => noted(input.streams.byId(id)),
    byName(name) {
      const stream = noted(streamNamed(name, record, input.streams));
      if (stream !== undefined) named.set(name, stream.id);
      return stream;
    },
  };
  const bound = bindTemplate({
    template,
    bindings: record.bindings,
    streams,
    sourceMaxAgeSeconds,
    correctionHorizonHours,
  });
  const instance = {
    instanceId: record.id,
    deployment: record.deployment,
    deployedAt: input.deployedAt,
    rules: bound.rules.map((rule) => sinceUpgrade(rule, record)),
    streams: bound.streams,
    recentActivations: record.recent_activations,
  };
  return {
    deployment: {
      record,
      template,
      instance,
      written: bound.written,
      texts: bound.texts,
      streamNames,
      units,
    },
    problems: bound.problems,
    named,
    streams: bound.streams.flatMap(({ id }) => looked.get(id) ?? []),
  };
}

/**
 * The stream that a name in the rules means. A deployed instance keeps the one that it was deployed with; another one takes
 * the stream that has the name, else the one that it had.
 */
function streamNamed(
  name: string,
  { is_deployed, named_streams = {} }: InstanceRecord,
  streams: StreamLookup,
): StreamOfName | undefined {
  const own = Object.hasOwn(named_streams, name) ? streams.byId(named_streams[name]!) : undefined;
  const kept = typeof own === "object" ? own : undefined;
  return is_deployed ? kept ?? streams.byName(name) : streams.byName(name) ?? kept;
}

/** The deployment with the present names of its streams in its texts. What is evaluated stays the same. */
export function withStreamNames(deployment: Deployment, names: ReadonlyMap<number, string>): Deployment {
  const { record, template, instance, written, units } = deployment;
  const streamNames = new Map(
    [...deployment.streamNames].map(([id, name]) => [id, names.get(id) ?? name]),
  );
  const texts = bindTextsAgain({
    template: { rules: written, placeholders: template.placeholders },
    bindings: record.bindings,
    nameOf: (id) => streamNames.get(id),
  });
  return { record, template, instance, written, texts, streamNames, units };
}

/** A rule that came with an upgrade is evaluated from the upgrade on. */
function sinceUpgrade(rule: BoundRule, { rules_since }: InstanceRecord): BoundRule {
  const since = rules_since?.[rule.ruleId];
  return since === undefined ? rule : { ...rule, deployedAt: ticksFromMs(Date.parse(since)) };
}
