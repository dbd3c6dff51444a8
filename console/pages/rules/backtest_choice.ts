import { type SpanName, spanNamed, USUAL_SPAN } from "../../backtest/spans.ts";

/** Over what a draft is judged. */
export interface BacktestChoice {
  /** The bindings of one instance, of all there are, or one's own. */
  kind: "instance" | "all" | "streams";
  instanceId: number | null;
  /** One's own bindings by placeholder: a stream's name, or a constant. */
  mappings: Readonly<Record<string, string>>;
  span: SpanName;
  /** Where the span ends: it stays while the draft changes, so that one result can be held against another. */
  toMs: number;
}

/** So many are judged together while somebody writes. */
export const MOST_TOGETHER = 20;

interface Known {
  instances: readonly { id: number; is_deployed: boolean }[];
  /** What was chosen in this tab before, or came with the draft. */
  mappings: Readonly<Record<string, string>>;
  nowMs: number;
}

/** What an address asks for; else an instance that is deployed, else streams. */
export function backtestChoice(
  { instance = "", span }: Readonly<Record<string, string | undefined>>,
  { instances, mappings, nowMs }: Known,
): BacktestChoice {
  const asked = instances.find(({ id }) => String(id) === instance);
  const usual = asked ?? instances.find(({ is_deployed }) => is_deployed) ?? instances[0];
  const isAll = instance === "all" && instances.length > 1 && instances.length <= MOST_TOGETHER;
  const isStreams = usual === undefined || instance === "streams";
  return {
    kind: isStreams ? "streams" : isAll ? "all" : "instance",
    instanceId: usual?.id ?? null,
    mappings,
    span: spanNamed(span),
    toMs: nowMs,
  };
}

/** What stands in the address for it; null: nothing. */
export function choiceQuery({ kind, instanceId, span }: BacktestChoice): Record<string, string | null> {
  const instance = kind === "instance" ? instanceId === null ? null : String(instanceId) : kind;
  return { instance, span: span === USUAL_SPAN ? null : span };
}
