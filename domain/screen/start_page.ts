import { ownPath } from "../shared/own_path.ts";

/** How many screens there may be; the characters of a start page; the areas, distance and diagonal of a screen. */
export const SCREEN_LIMITS = {
  screens: 200,
  startPage: 500,
  areas: 20,
  meters: { min: 0.5, max: 20 },
  inches: { min: 5, max: 300 },
} as const;

/** Whether a path is the event wall with any filters: the one page that a screen may read the data of. */
export function isWallPath(text: string): boolean {
  return ownPath(text) === text && new URL(text, "http://andon.invalid").pathname === "/wall";
}
