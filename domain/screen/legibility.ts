/** The least height of a capital letter or digit that is read from a distance, as ISO 9241-303 has it. */
export const LEAST_ARC_MINUTES = 16;
/** A capital letter's height of the console's font (Inter), relative to the font size. */
export const CAP_HEIGHT = 0.727;

const MM_PER_METER = 1_000;
const MM_PER_INCH = 25.4;
const RADIANS_PER_ARC_MINUTE = Math.PI / 180 / 60;

/** From where a screen is read, and its size. */
export interface Viewing {
  distance_meters: number;
  diagonal_inches: number;
}

interface Pixels {
  width: number;
  height: number;
}

/** The angle at which a capital letter of a font size is seen, in arc minutes. */
export function arcMinutesOf(
  fontPx: number,
  { viewing, screen }: { viewing: Viewing; screen: Pixels },
): number {
  const heightMm = fontPx * CAP_HEIGHT * mmPerPx(viewing, screen);
  return Math.atan(heightMm / (viewing.distance_meters * MM_PER_METER)) / RADIANS_PER_ARC_MINUTE;
}

/** The least font size, in pixels of a screen of this many, whose capital letters are seen at 16 arc minutes. */
export function leastFontPx(viewing: Viewing, screen: Pixels): number {
  const heightMm = viewing.distance_meters * MM_PER_METER *
    Math.tan(LEAST_ARC_MINUTES * RADIANS_PER_ARC_MINUTE);
  return heightMm / CAP_HEIGHT / mmPerPx(viewing, screen);
}

function mmPerPx({ diagonal_inches }: Viewing, { width, height }: Pixels): number {
  return diagonal_inches * MM_PER_INCH / Math.hypot(width, height);
}
