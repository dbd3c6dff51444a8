import { sourceTimeFromTicks, type Ticks, TICKS_PER_SECOND, ticksFromMs } from "../../domain/shared/time.ts";
import type { SqlConfig } from "./settings.ts";

/** Of a column: a moment in SQL, or a number since 1970. */
export type TimeKind = "timestamp" | "int" | "numeric" | "float";
export type TimeUnit = SqlConfig["time_unit"];

/** Samples of other times are no samples. */
export const FIRST_TIME: Ticks = ticksFromMs(0);
export const LAST_TIME: Ticks = ticksFromMs(Date.UTC(2200, 0, 1)) - 1;

/** The decimals that a unit moves a number of seconds by. */
const DECIMALS: Readonly<Record<TimeUnit, number>> = { timestamp: 6, s: 0, ms: 3, us: 6, ns: 9 };
const TICK_DECIMALS = 7;
/** From 1970 to where ticks begin. */
const EPOCH_SECONDS = -ticksFromMs(0) / TICKS_PER_SECOND;
const EPOCH_TICKS = BigInt(-ticksFromMs(0));
/** What the rounding of a double may hide; rows are compared exactly once they are read. */
const FLOAT_SLACK: Ticks = 20;

/** The time column of a table: how SQL compares and tells its values, and what they are in ticks. */
export class TimeColumn {
  readonly #decimals: number;

  constructor(readonly kind: TimeKind, readonly unit: TimeUnit) {
    this.#decimals = DECIMALS[unit];
  }

  /** The type of the parameters that it is compared with. */
  get type(): string {
    return { timestamp: "timestamptz", int: "int8", numeric: "numeric", float: "float8" }[this.kind];
  }

  /** SQL that tells a value of the column. */
  told(column: string): string {
    return this.kind === "timestamp"
      ? `(extract(epoch FROM ${column}::timestamptz) * 1000000)::int8`
      : column;
  }

  /** SQL of how many ticks a value lies after a parameter; null: not to the tick. */
  ticksAfter(column: string, parameter: string): string | null {
    const factor = 10 ** Math.abs(TICK_DECIMALS - this.#decimals);
    switch (this.kind) {
      case "timestamp":
        // Faster than extract(), and exact over all spans that there are.
        return `round(date_part('epoch', ${column}::timestamptz - ${parameter}) * 1000000) * 10`;
      case "int":
        return `((${column} - ${parameter}) ${this.#decimals > TICK_DECIMALS ? "/" : "*"} ${factor})::float8`;
      case "numeric":
        return `floor((${column} - ${parameter}) * 1e${TICK_DECIMALS - this.#decimals})::float8`;
      case "float":
        return null;
    }
  }

  /** The parameters between which the times with from < time ≤ to lie: the first is included, the second is not. */
  bounds(from: Ticks, to: Ticks): [low: string, high: string] {
    const low = Math.max(from + 1, FIRST_TIME), high = Math.min(to, LAST_TIME) + 1;
    return this.kind === "float"
      ? [this.#least(low - FLOAT_SLACK), this.#least(high + FLOAT_SLACK)]
      : [this.#least(low), this.#least(high)];
  }

  /** The first time from an instant on that the column can hold. */
  first(at: Ticks): Ticks {
    if (this.kind === "numeric" || this.kind === "float") return at;
    const step = Math.max(1, 10 ** (TICK_DECIMALS - this.#decimals));
    return Math.ceil(at / step) * step;
  }

  /** The least value of the column that is not before an instant. */
  #least(at: Ticks): string {
    if (this.kind === "timestamp") return sourceTimeFromTicks(this.first(at));
    return decimal(BigInt(this.first(at)) + EPOCH_TICKS, TICK_DECIMALS - this.#decimals);
  }

  /** Of a value as `told` gives it; a part of a tick is cut off. */
  ticks(text: string): Ticks {
    if (/e/i.test(text)) {
      const scale = 10 ** this.#decimals;
      return Math.round((Number(text) - EPOCH_SECONDS * scale) * (TICKS_PER_SECOND / scale));
    }
    const [whole = "", fraction = ""] = text.split(".");
    const digits = whole.padStart(this.#decimals + 1, "0");
    const cut = digits.length - this.#decimals;
    const seconds = Number(digits.slice(0, cut));
    const rest = (digits.slice(cut) + fraction).slice(0, TICK_DECIMALS).padEnd(TICK_DECIMALS, "0");
    return (seconds - EPOCH_SECONDS) * TICKS_PER_SECOND + Number(rest);
  }
}

/** A whole number with the point moved to the left, or with zeros added; nothing that is 0 behind the point. */
function decimal(number: bigint, places: number): string {
  if (places <= 0) return String(number * 10n ** BigInt(-places));
  const digits = String(number < 0n ? 0n : number).padStart(places + 1, "0");
  const fraction = digits.slice(-places).replace(/0+$/, "");
  return digits.slice(0, -places) + (fraction === "" ? "" : `.${fraction}`);
}
