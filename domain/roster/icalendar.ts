import type { Ms } from "../shared/time.ts";

/** An entry of a calendar. */
export interface CalendarEntry {
  /** Unique in the world, and the same at each reading. */
  uid: string;
  from: Ms;
  /** Exclusive. */
  to: Ms;
  summary: string;
  description: string;
}

const MOST_BYTES = 75;

/** A calendar as iCalendar text (RFC 5545): times in UTC, lines of at most 75 bytes. */
export function calendarText(name: string, { entries, now }: { entries: readonly CalendarEntry[]; now: Ms }) {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Andon//Roster//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
    "X-PUBLISHED-TTL:PT1H",
    ...entries.flatMap((entry) => entryLines(entry, now)),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function entryLines({ uid, from, to, summary, description }: CalendarEntry, now: Ms): string[] {
  return [
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:${calendarTime(now)}`,
    `DTSTART:${calendarTime(from)}`,
    `DTEND:${calendarTime(to)}`,
    `SUMMARY:${escaped(summary)}`,
    `DESCRIPTION:${escaped(description)}`,
    "TRANSP:TRANSPARENT",
    "END:VEVENT",
  ];
}

/** `20260131T081500Z`. */
export function calendarTime(ms: Ms): string {
  return new Date(ms).toISOString().replace(/[-:]|\.\d+/g, "");
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r\n|\r|\n/g, "\\n");
}

const encoder = new TextEncoder();

/** A line in pieces of at most 75 bytes; those after the first begin with a space. No character is cut. */
function folded(line: string): string {
  let text = "", bytes = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (bytes + size > MOST_BYTES) {
      text += "\r\n ";
      bytes = 1;
    }
    text += character;
    bytes += size;
  }
  return text;
}
