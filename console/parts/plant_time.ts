/** Times as people in the plant read them. Every `ms` is milliseconds since 1970. */
export interface PlantTime {
  /** `Europe/Zurich`. */
  readonly zone: string;
  /** `14:05:09`, with the day before it unless it is today: `2026-01-31 14:05:09`. */
  moment(ms: number): string;
  /** `2026-01-31 14:05:09`. */
  full(ms: number): string;
  /** `14:05`. */
  clock(ms: number): string;
}

export function createPlantTime(zone: string, now: () => number = Date.now): PlantTime {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
  const time = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeStyle: "medium" });
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeStyle: "short" });
  const full = (ms: number) => `${day.format(ms)} ${time.format(ms)}`;
  return {
    zone,
    full,
    moment: (ms) => day.format(ms) === day.format(now()) ? time.format(ms) : full(ms),
    clock: (ms) => clock.format(ms),
  };
}

/** `12 s`, `4 min`, `2 h 5 min`, `3 d 4 h`. */
export function durationText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} d ${hours % 24} h`;
}
