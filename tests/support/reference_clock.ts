/** The tags of the plant's time, found by looking at the zone's calendar minute by minute. */
import type { Sample } from "../../domain/sample/types.ts";
import { msFromTicks, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";

const MINUTE_MS = 60_000;
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const formats = new Map<string, Intl.DateTimeFormat>();
const shown = new Map<string, string>();

/** What the clock of a zone shows in a minute, as `Mon 07:05`. */
function shownIn(timeZone: string, minute: number): string {
  const key = `${timeZone} ${minute}`;
  const known = shown.get(key);
  if (known !== undefined) return known;
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formats.set(timeZone, format);
  const text = format.format(minute * MINUTE_MS).replace(",", "");
  shown.set(key, text);
  return text;
}

function valueIn(tag: number, timeZone: string, minute: number): number | boolean {
  const text = shownIn(timeZone, minute), weekday = DAYS.indexOf(text.slice(0, 3)) + 1;
  return [Number(text.slice(4, 6)), Number(text.slice(7, 9)), weekday, weekday > 5][-1 - tag]!;
}

/** Each change of a tag (-1 hour, -2 minute, -3 weekday, -4 weekend) up to `to`, from the second one before `from` on. */
export function tagSamples(
  tag: number,
  timeZone: string,
  { from, to }: { from: Ticks; to: Ticks },
): Sample[] {
  const samples: Sample[] = [];
  const last = Math.floor(msFromTicks(to) / MINUTE_MS);
  let minute = Math.floor(msFromTicks(from) / MINUTE_MS);
  for (let back = 0; back < 2; minute--) {
    if (valueIn(tag, timeZone, minute) !== valueIn(tag, timeZone, minute - 1)) back++;
  }
  for (minute++; minute <= last; minute++) {
    const value = valueIn(tag, timeZone, minute);
    if (value === valueIn(tag, timeZone, minute - 1)) continue;
    samples.push({ time: ticksFromMs(minute * MINUTE_MS), value, quality: "good" });
  }
  return samples;
}
