import type { z } from "@hono/zod-openapi";
import type { roster } from "../../../domain/roster/schema.ts";

type UncoveredTime = Pick<z.infer<typeof roster>, "time_zone" | "holes" | "hole_count">;

/** The holes of the coming 14 days, to be put behind what was done with a roster. */
export function holesText({ time_zone, holes: [first], hole_count }: UncoveredTime): string {
  if (first === undefined) return "";
  const time = new Intl.DateTimeFormat("en-GB", {
    timeZone: time_zone,
    dateStyle: "medium",
    timeStyle: "short",
  });
  const span = `${time.format(new Date(first.from))} to ${time.format(new Date(first.to))} (${time_zone})`;
  const why = first.user_id === null ? "" : `, because ${whoText(first)}`;
  const more = hole_count > 1 ? `; ${hole_count} holes in the coming 14 days` : "";
  return `; nobody is on call from ${span}${why}${more}`;
}

function whoText({ user_id, username, presence }: UncoveredTime["holes"][number]): string {
  return username === null ? `user ${user_id} is deleted` : `${username} is ${presence}`;
}
