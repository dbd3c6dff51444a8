import { instanceLike } from "../evaluation/deployment/alike_instances.ts";
import type { DeployedInstance } from "../evaluation/types.ts";
import type { Literal } from "../rule/types.ts";
import type { DataType } from "../sample/types.ts";
import { isAlike } from "../template/difference.ts";
import type { TemplateRecord } from "../template/types.ts";
import { type Deployment, type DeploymentInput, makeDeployment } from "./deployment.ts";
import { possibleStreamNames } from "./streams.ts";
import type { InstanceRecord } from "./types.ts";

type SharedInput = Pick<DeploymentInput, "streams" | "sourceMaxAgeSeconds">;
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
  /** The streams that the rules name directly, by name. */
  named: InstanceRecord["named_streams"];
  /** Streams that cannot take another's place, since the rules may name them directly. */
  ownStreams: ReadonlySet<number>;
}

/** What of a record determines its pattern. */
type Bound = Pick<InstanceRecord, "bindings" | "named_streams">;

/**
 * Makes deployments of many records, with the same results as `makeDeployment`. Instances of a template with
 * streams of the same types and the same constants differ only in their streams: one is bound, and the others
 * get their streams in its place. Texts and names are bound on first use.
 */
export class AlikeBinder {
  readonly #known = new Map<TemplateRecord, Pattern[]>();

  constructor(private readonly shared: SharedInput) {}

  deploymentOf(wanted: Wanted): Deployment {
    const { record, template } = wanted, known = this.#patternsOf(template);
    for (const pattern of isPlain(record) ? known : []) {
      const ids = this.#idsIn(record, pattern);
      if (ids !== undefined && this.mayStand(ids, pattern)) return this.deploymentLike(pattern, ids, wanted);
    }
    const deployment = this.#bind(wanted);
    this.#learn(deployment, known);
    return deployment;
  }

  /** The pattern that these bindings match, bound from `whole` if it is new; undefined when there is none. */
  patternOf(
    { template, ...bound }: Bound & Pick<Wanted, "template">,
    whole: () => Wanted,
  ): Pattern | undefined {
    const known = this.#patternsOf(template);
    const fitting = () =>
      known.find((pattern) => {
        const ids = this.#idsIn(bound, pattern);
        return ids !== undefined && this.mayStand(ids, pattern);
      });
    const pattern = fitting();
    if (pattern !== undefined) return pattern;
    this.#learn(this.#bind(whole()), known);
    return fitting();
  }

  /** Whether streams can replace those of a pattern: each binding has its own, and the rules name none directly. */
  mayStand(ids: readonly number[], { ownStreams }: Pattern): boolean {
    return ids.every((id, i) => !ownStreams.has(id) && ids.indexOf(id) === i);
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

  #patternsOf(template: TemplateRecord): Pattern[] {
    let known = this.#known.get(template);
    if (known === undefined) this.#known.set(template, known = []);
    return known;
  }

  #ownStreams(template: TemplateRecord, named: Pattern["named"] = {}): Set<number> {
    const own = [...possibleStreamNames(template)].flatMap((name) =>
      this.shared.streams.byName(name)?.id ?? []
    );
    return new Set([...own, ...Object.values(named)]);
  }

  /** The streams of a record's bindings; undefined when they do not match the pattern. */
  #idsIn(
    { bindings, named_streams }: Bound,
    { slots, named }: Pick<Pattern, "slots" | "named">,
  ): number[] | undefined {
    if (!isAlike(named_streams, named)) return undefined;
    const ids: number[] = [];
    let place = 0;
    for (const name in bindings) {
      const binding = bindings[name]!, slot = slots[place++];
      if (slot?.name !== name) return undefined;
      if ("stream" in binding) {
        if (!("dataType" in slot) || this.#typeOf(binding.stream) !== slot.dataType) return undefined;
        ids.push(binding.stream);
      } else if (!("value" in binding)) return undefined;
      else if (!("value" in slot) || !Object.is(slot.value, binding.value)) return undefined;
    }
    return place === slots.length ? ids : undefined;
  }

  /** Keeps an instance as a pattern for later ones. */
  #learn({ record, template, instance }: Deployment, known: Pattern[]): void {
    if (known.length === MOST_PATTERNS || !isPlain(record) || instance.rules.length === 0) return;
    const slots = Object.entries(record.bindings).flatMap(([name, binding]): Slot[] => {
      if ("value" in binding) return [{ name, value: binding.value }];
      const dataType = "stream" in binding ? this.#typeOf(binding.stream) : undefined;
      return dataType === undefined ? [] : [{ name, dataType }];
    });
    const named = record.named_streams, ids = this.#idsIn(record, { slots, named });
    if (ids === undefined) return;
    const pattern = { slots, ids, instance, named, ownStreams: this.#ownStreams(template, named) };
    if (this.mayStand(ids, pattern)) known.push(pattern);
  }

  #typeOf(id: number): DataType | undefined {
    const stream = this.shared.streams.byId(id);
    return typeof stream === "object" ? stream.data_type : undefined;
  }
}

/** Whether no rule of the instance came with an upgrade. Such a rule has a start of its own. */
function isPlain({ rules_since }: InstanceRecord): boolean {
  return rules_since === undefined;
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
    get written() {
      return bound().written;
    },
    get texts() {
      return bound().texts;
    },
    get streamNames() {
      return bound().streamNames;
    },
    get units() {
      return bound().units;
    },
  };
}
