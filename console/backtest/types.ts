import type { Schemas } from "../api/client.ts";
import type { ThresholdTemplate } from "../streams/thresholds.ts";

export type Backtest = Schemas["Backtest"];
export type BacktestEvent = Schemas["BacktestEvent"];

/** What POST /api/backtests takes. */
export type BacktestBody = Readonly<Record<string, unknown>>;

/** How far a backtest has come; `share` of its span. */
export interface BacktestProgress {
  judged_to: string;
  share: number;
  samples: number;
  events: number;
}

/** What was judged, as it is drawn: the rules, and to what each instance bound their placeholders. */
export interface Judged {
  template: ThresholdTemplate;
  /** `id` is null for bindings of one's own. */
  instances: readonly { id: number | null; bindings: Readonly<Record<string, string>> }[];
}

/** A backtest that is wanted, and what it is held against. */
export interface Wanted {
  /** The same for what comes to the same. */
  key: string;
  body: BacktestBody;
  judged: Judged;
  /** What it is compared with, asked once: the template as it is stored. `body` is absent where that is the very same. */
  base?: { key: string; body?: BacktestBody };
}

export interface Finished {
  wanted: Wanted;
  backtest: Backtest;
}
