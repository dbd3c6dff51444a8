/** Whose zone times are shown in: the plant's, or the reader's own. */
export type ZoneChoice = "plant" | "own";

/** Times in the plant's zone, or in the reader's own by choice. Every `ms` is milliseconds since 1970. */
export interface PlantTime {
  /** The zone of the times: `Europe/Zurich`. */
  readonly zone: string;
  /** The plant's zone, whatever the times are shown in. */
  readonly plantZone: string;
  /** The reader's own zone. */
  readonly ownZone: string;
  /** The zone in short as it is now: `CET`, `GMT+5:30`. */
  readonly zoneName: string;
  /** The zone in short, summer and winter: `CET/CEST`; for the headings of columns. */
  readonly zoneNames: string;
  /** The zone in short at a time: `CEST` in summer. */
  zoneAt(ms: number): string;
  /** `14:05:09` for today, otherwise with the date: `2026-01-31 14:05:09`. For columns whose heading names the zone. */
  moment(ms: number): string;
  /** The same with its zone, for sentences: `14:05:09 CET`. */
  named(ms: number): string;
  /** With date and zone: `2026-01-31 14:05:09 CET`. */
  full(ms: number): string;
  /** `14:05`. */
  clock(ms: number): string;
  /** `2026-01-31T14:05:09`, the value of a time field. */
  field(ms: number): string;
  /** The time in such a field, NaN if invalid; for an ambiguous local hour, one of the two. */
  fromField(text: string): number;
}

export interface PlantTimeOptions {
  /** Read at each call: the choice may change. */
  choice?: () => ZoneChoice;
  ownZone?: string;
  now?: () => number;
}

export function createPlantTime(
  plantZone: string,
  { choice = () => "plant", ownZone = plantZone, now = Date.now }: PlantTimeOptions = {},
): PlantTime {
  const formats = { plant: formatsOf(plantZone), own: formatsOf(ownZone) };
  const chosen = () => formats[choice()];
  const bare = (ms: number) => `${chosen().day.format(ms)} ${chosen().time.format(ms)}`;
  const field = (ms: number) => bare(ms).replace(" ", "T");
  const offsetMs = (ms: number) => Date.parse(`${field(ms)}Z`) - Math.floor(ms / 1_000) * 1_000;
  const nameAt = (ms: number) => zoneNameOf(chosen(), ms);
  const moment = (ms: number) => {
    const { day, time } = chosen();
    return day.format(ms) === day.format(now()) ? time.format(ms) : bare(ms);
  };
  return {
    plantZone,
    ownZone,
    get zone() {
      return chosen().zone;
    },
    get zoneName() {
      return nameAt(now());
    },
    get zoneNames() {
      const year = new Date(now()).getUTCFullYear();
      return [...new Set([Date.UTC(year, 0, 1), Date.UTC(year, 6, 1)].map(nameAt))].join("/");
    },
    zoneAt: nameAt,
    moment,
    named: (ms) => `${moment(ms)} ${nameAt(ms)}`,
    full: (ms) => `${bare(ms)} ${nameAt(ms)}`,
    field,
    fromField(text) {
      const asUtc = FIELD.test(text) ? Date.parse(`${text}Z`) : NaN;
      if (Number.isNaN(asUtc)) return NaN;
      return asUtc - offsetMs(asUtc - offsetMs(asUtc));
    },
    clock: (ms) => chosen().clock.format(ms),
  };
}

const FIELD = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/;

interface ZoneFormats {
  zone: string;
  day: Intl.DateTimeFormat;
  time: Intl.DateTimeFormat;
  clock: Intl.DateTimeFormat;
  name: Intl.DateTimeFormat;
}

function formatsOf(zone: string): ZoneFormats {
  const format = (locale: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  return {
    zone,
    day: format("en-CA", { dateStyle: "short" }),
    time: format("en-GB", { timeStyle: "medium" }),
    clock: format("en-GB", { timeStyle: "short" }),
    name: format("en-GB", { timeZoneName: "short" }),
  };
}

function zoneNameOf({ name, zone }: ZoneFormats, ms: number): string {
  return name.formatToParts(ms).find(({ type }) => type === "timeZoneName")?.value ?? zone;
}

/** The zone of this browser. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
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
