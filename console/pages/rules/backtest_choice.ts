import { DEFAULT_SPAN, type SpanName, spanNamed } from "../../backtest/spans.ts";
import type { Mappings } from "../../rules/bindings_storage.ts";

/** The bindings and the time span of the backtest of a draft. */
export interface BacktestChoice {
  /** The bindings of one instance, of all instances, or streams chosen by the user. */
  kind: "instance" | "all" | "streams";
  instanceId: number | null;
  /** The user's bindings by placeholder: a stream name or a constant. */
  mappings: Mappings;
  span: SpanName;
  /** End of the span; constant while the draft changes, so that results can be compared. */
  toMs: number;
}

/** Most instances in one backtest of a draft. */
export const MAX_INSTANCES = 20;

interface ChoiceOptions {
  instances: readonly { id: number; is_deployed: boolean; placeholder_mappings?: Mappings }[];
  /** The bindings chosen earlier in this tab, or supplied with the draft. */
  mappings: Mappings;
  nowMs: number;
  /** An instance that is bound to this stream comes first. */
  stream?: string;
}

/** The choice in an address; by default a deployed instance, or streams if there is none. */
export function backtestChoice(
  { instance = "", span }: Readonly<Record<string, string | undefined>>,
  { instances, mappings, nowMs, stream }: ChoiceOptions,
): BacktestChoice {
  const requested = instances.find(({ id }) => String(id) === instance);
  const onStream = instances.filter(({ placeholder_mappings = {} }) =>
    stream !== undefined && Object.values(placeholder_mappings).includes(stream)
  );
  const initial = requested ?? onStream.find(({ is_deployed }) => is_deployed) ?? onStream[0] ??
    instances.find(({ is_deployed }) => is_deployed) ?? instances[0];
  const isAll = instance === "all" && instances.length > 1 && instances.length <= MAX_INSTANCES;
  const isStreams = initial === undefined || instance === "streams";
  return {
    kind: isStreams ? "streams" : isAll ? "all" : "instance",
    instanceId: initial?.id ?? null,
    mappings,
    span: spanNamed(span),
    toMs: nowMs,
  };
}

/** The address parameters of a choice; null removes one. */
export function choiceQuery({ kind, instanceId, span }: BacktestChoice): Record<string, string | null> {
  const instance = kind === "instance" ? instanceId === null ? null : String(instanceId) : kind;
  return { instance, span: span === DEFAULT_SPAN ? null : span };
}

/** The mappings after one placeholder was renamed; the same where none was. */
export function renamedMappings(
  mappings: Mappings,
  { from, to }: { from: readonly string[]; to: readonly string[] },
): Mappings {
  const changed = from.flatMap((name, at) => name === to[at] ? [] : [at]);
  const [at = 0] = changed, [old = "", renamed = ""] = [from[at], to[at]];
  if (from.length !== to.length || changed.length !== 1 || mappings[old] === undefined) return mappings;
  const { [old]: text = "", ...others } = mappings;
  return { ...others, [renamed]: text };
}
