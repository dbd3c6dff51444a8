/** Times in the plant's zone. Every `ms` is milliseconds since 1970. */
export interface PlantTime {
  /** `Europe/Zurich`. */
  readonly zone: string;
  /** The zone in short: `CET`, `GMT+5:30`. */
  readonly zoneName: string;
  /** `14:05:09` for today, otherwise with the date: `2026-01-31 14:05:09`. */
  moment(ms: number): string;
  /** `2026-01-31 14:05:09`. */
  full(ms: number): string;
  /** `14:05`. */
  clock(ms: number): string;
  /** `2026-01-31T14:05:09`, the value of a time field. */
  field(ms: number): string;
  /** The time in such a field, NaN if invalid; for an ambiguous local hour, one of the two. */
  fromField(text: string): number;
}

export function createPlantTime(zone: string, now: () => number = Date.now): PlantTime {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone: zone, dateStyle: "short" });
  const time = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeStyle: "medium" });
  const clock = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeStyle: "short" });
  const full = (ms: number) => `${day.format(ms)} ${time.format(ms)}`;
  const field = (ms: number) => full(ms).replace(" ", "T");
  const offsetMs = (ms: number) => Date.parse(`${field(ms)}Z`) - Math.floor(ms / 1_000) * 1_000;
  return {
    zone,
    zoneName: zoneNameOf(zone, now()),
    full,
    field,
    fromField(text) {
      const asUtc = Date.parse(`${text}Z`);
      if (Number.isNaN(asUtc)) return NaN;
      return asUtc - offsetMs(asUtc - offsetMs(asUtc));
    },
    moment: (ms) => day.format(ms) === day.format(now()) ? time.format(ms) : full(ms),
    clock: (ms) => clock.format(ms),
  };
}

function zoneNameOf(zone: string, ms: number): string {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone: zone, timeZoneName: "short" }).formatToParts(ms);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? zone;
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
