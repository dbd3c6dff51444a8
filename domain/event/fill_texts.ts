import type { Guidance } from "../rule/bind.ts";
import { RULE_LIMITS } from "../rule/limits.ts";
import type { Ms } from "../shared/time.ts";
import { cutText } from "../shared/text.ts";
import type { EventRecord } from "./types.ts";

/** An empty unit takes a blank before it along. */
const FIELD = /( ?)\{(value|limit|unit|since)\}/g;
export const MISSING = "–";
const DIGITS = 10, MOST_TEXT = 200;

type Filled = Pick<EventRecord, "event_description" | "guidance"> & { display_name: string };

/** What opened an event. `startMs` in the plant's zone; null: nothing did, as for a drill. */
export interface Opening extends Pick<EventRecord, "opened_by"> {
  since: { startMs: Ms; timeZone: string } | null;
}

/** The texts of an event with `{value}`, `{limit}`, `{unit}` and `{since}`: docs/api.md. */
export function fillTexts(
  { display_name, event_description, guidance }: Omit<Filled, "guidance"> & { guidance: Guidance },
  opening: Opening,
): Filled {
  const fill = (text: string, most: number) => filled(text, { opening, most });
  const advice = (text: string | null) => text === null ? null : fill(text, RULE_LIMITS.descriptionLength);
  const { cause, consequence, action } = guidance;
  return {
    display_name: fill(display_name, RULE_LIMITS.boundNameLength),
    event_description: fill(event_description, RULE_LIMITS.descriptionLength),
    guidance: cause || consequence || action
      ? { cause: advice(cause), consequence: advice(consequence), action: advice(action) }
      : null,
  };
}

function filled(text: string, { opening, most }: { opening: Opening; most: number }): string {
  if (!text.includes("{")) return text;
  const { opened_by, since } = opening;
  const texts: Readonly<Record<string, string>> = {
    value: valueText(opened_by?.value),
    limit: opened_by?.limit ?? MISSING,
    unit: opened_by?.unit ?? "",
    since: since === null ? MISSING : timeText(since),
  };
  return cutText(
    text.replace(FIELD, (_, blank: string, name: string) => {
      const value = texts[name] ?? "";
      return value === "" ? "" : blank + value;
    }),
    most,
  );
}

/** A value as people read it. */
export function valueText(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return MISSING;
  if (typeof value === "string") return cutText(value, MOST_TEXT);
  return typeof value === "number" ? String(Number(value.toPrecision(DIGITS))) : String(value);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-01-31 08:15:02`. */
function timeText({ startMs, timeZone }: NonNullable<Opening["since"]>): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
    formats.set(timeZone, format);
  }
  return format.format(startMs);
}
