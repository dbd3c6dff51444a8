import { instanceLike } from "../evaluation/deployment/alike_instances.ts";
import type { DeployedInstance } from "../evaluation/types.ts";
import type { Literal } from "../rule/types.ts";
import type { DataType } from "../sample/types.ts";
import type { TemplateRecord } from "../template/types.ts";
import { type Deployment, type DeploymentInput, makeDeployment, possibleStreamNames } from "./deployment.ts";
import type { InstanceRecord } from "./types.ts";

type SharedInput = Pick<DeploymentInput, "streamByName" | "sourceMaxAgeSeconds">;
type Wanted = Pick<DeploymentInput, "record" | "template" | "deployedAt">;

/** Few templates are bound in more ways than one. Instances beyond these patterns are bound one by one. */
const MOST_PATTERNS = 8;

/** A binding of a pattern: a stream of a type, or one particular constant. */
export type Slot = { name: string; dataType: DataType } | { name: string; value: Literal };

/** A bound instance as a model for others that differ only in their streams. */
export interface Pattern {
  slots: readonly Slot[];
  /** The streams of its bindings, in the order of the bindings. */
  ids: readonly number[];
  instance: DeployedInstance;
}

interface TemplatePatterns {
  patterns: Pattern[];
  /** The streams that the template names directly. */
  ownStreams: ReadonlySet<number>;
}

/**
 * Makes deployments of many records, with the same results as `makeDeployment`. Instances of a template with
 * streams of the same types and the same constants differ only in their streams: one is bound, and the others
 * get their streams in its place. Texts and names are bound on first use.
 */
export class AlikeBinder {
  readonly #known = new Map<TemplateRecord, TemplatePatterns>();

  constructor(private readonly shared: SharedInput) {}

  deploymentOf(wanted: Wanted): Deployment {
    const { record, template } = wanted, known = this.#patternsOf(template);
    for (const pattern of isPlain(record) ? known.patterns : []) {
      const ids = this.#idsIn(record, pattern);
      if (ids !== undefined && mayStandFor(ids, known)) return this.deploymentLike(pattern, ids, wanted);
    }
    const deployment = this.#bind(wanted);
    this.#learn(deployment, known);
    return deployment;
  }

  /** The pattern that these bindings match, bound from `whole` if it is new; undefined when there is none. */
  patternOf(
    { bindings, template }: Pick<InstanceRecord, "bindings"> & Pick<Wanted, "template">,
    whole: () => Wanted,
  ): Pattern | undefined {
    const known = this.#patternsOf(template);
    const fitting = () =>
      known.patterns.find((pattern) => {
        const ids = this.#idsIn({ bindings }, pattern);
        return ids !== undefined && mayStandFor(ids, known);
      });
    const pattern = fitting();
    if (pattern !== undefined) return pattern;
    this.#learn(this.#bind(whole()), known);
    return fitting();
  }

  /** Whether streams can replace those of a pattern of the template. */
  mayStand(ids: readonly number[], template: TemplateRecord): boolean {
    return mayStandFor(ids, this.#patternsOf(template));
  }

  /** The deployment of a record that matches the pattern, with these streams. */
  deploymentLike(pattern: Pattern, ids: ArrayLike<number>, wanted: Wanted): Deployment {
    const { record, template, deployedAt } = wanted;
    const instance = instanceLike({ like: pattern.instance, slots: pattern.ids }, {
      instanceId: record.id,
      deployment: record.deployment,
      deployedAt,
      streams: ids,
      recentActivations: record.recent_activations,
    });
    return lazily({ record, template, instance }, () => this.#bind(wanted));
  }

  #bind(wanted: Wanted): Deployment {
    return makeDeployment({ ...this.shared, ...wanted }).deployment;
  }

  #patternsOf(template: TemplateRecord): TemplatePatterns {
    const known = this.#known.get(template);
    if (known !== undefined) return known;
    const own = possibleStreamNames(template, {}).flatMap((name) => this.shared.streamByName(name)?.id ?? []);
    const fresh = { patterns: [], ownStreams: new Set(own) };
    this.#known.set(template, fresh);
    return fresh;
  }

  /** The streams of a record's bindings; undefined when they do not match the pattern. */
  #idsIn(
    { bindings }: Pick<InstanceRecord, "bindings">,
    { slots }: Pick<Pattern, "slots">,
  ): number[] | undefined {
    const ids: number[] = [];
    let place = 0;
    for (const name in bindings) {
      const binding = bindings[name], slot = slots[place++];
      if (slot?.name !== name) return undefined;
      if ("stream_name" in binding) {
        const stream = this.shared.streamByName(binding.stream_name);
        if (stream === undefined || !("dataType" in slot) || stream.data_type !== slot.dataType) {
          return undefined;
        }
        ids.push(stream.id);
      } else if (!("value" in slot) || !Object.is(slot.value, binding.value)) return undefined;
    }
    return place === slots.length ? ids : undefined;
  }

  /** Keeps an instance as a pattern for later ones. */
  #learn({ record, instance }: Deployment, known: TemplatePatterns): void {
    if (known.patterns.length === MOST_PATTERNS || !isPlain(record) || instance.rules.length === 0) return;
    const slots = Object.entries(record.bindings).flatMap(([name, binding]): Slot[] => {
      if (!("stream_name" in binding)) return [{ name, value: binding.value }];
      const stream = this.shared.streamByName(binding.stream_name);
      return stream === undefined ? [] : [{ name, dataType: stream.data_type }];
    });
    const ids = this.#idsIn(record, { slots });
    if (ids !== undefined && mayStandFor(ids, known)) known.patterns.push({ slots, ids, instance });
  }
}

/** Whether no rule of the instance came with an upgrade. Such a rule has a start of its own. */
function isPlain({ rules_since }: InstanceRecord): boolean {
  return rules_since === undefined;
}

/** Whether each binding has a stream of its own, and none is a stream that the template names directly. */
function mayStandFor(ids: readonly number[], { ownStreams }: TemplatePatterns): boolean {
  return ids.every((id, i) => !ownStreams.has(id) && ids.indexOf(id) === i);
}

/**
 * A deployment that binds its texts and names on first use. It has plain properties, so that it can be sent
 * to a thread.
 */
function lazily(
  plain: Pick<Deployment, "record" | "template" | "instance">,
  bind: () => Deployment,
): Deployment {
  let whole: Deployment | undefined;
  const bound = () => whole ??= bind();
  return {
    ...plain,
    get texts() {
      return bound().texts;
    },
    get streamNames() {
      return bound().streamNames;
    },
  };
}
