/** Formats the ticks of a time axis in a zone. Times in milliseconds since 1970. */
export type AxisTimes = (ticksMs: readonly number[], incrementMs: number) => string[];

const MINUTE_MS = 60_000, DAY_MS = 86_400_000;

/** As many parts of the time as tell neighbouring ticks apart, and the date beneath the first tick of each day. */
export function axisTimes(zone: string): AxisTimes {
  const clock = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit", ...parts });
  const minutes = clock({}), seconds = clock({ second: "2-digit" });
  const parts = [1, 2, 3].map((digits) =>
    clock({ second: "2-digit", fractionalSecondDigits: digitsOf(digits) })
  );
  const date = new Intl.DateTimeFormat("en-GB", { timeZone: zone, day: "numeric", month: "short" });
  const year = new Intl.DateTimeFormat("en-GB", { timeZone: zone, month: "short", year: "numeric" });

  function clockFor(incrementMs: number): Intl.DateTimeFormat {
    if (incrementMs >= MINUTE_MS) return minutes;
    if (incrementMs >= 1_000) return seconds;
    return parts[incrementMs >= 100 ? 0 : incrementMs >= 10 ? 1 : 2]!;
  }

  return (ticksMs, incrementMs) => {
    if (incrementMs >= 27 * DAY_MS) return ticksMs.map((ms) => year.format(ms));
    if (incrementMs >= DAY_MS) return ticksMs.map((ms) => date.format(ms));
    const format = clockFor(incrementMs);
    const days = ticksMs.map((ms) => date.format(ms));
    return ticksMs.map((ms, at) =>
      days[at] === days[at - 1] ? format.format(ms) : `${format.format(ms)}\n${days[at]}`
    );
  };
}

function digitsOf(count: number): 1 | 2 | 3 {
  return count === 1 ? 1 : count === 2 ? 2 : 3;
}
