import { assert, assertEquals } from "@std/assert";
import { arcMinutesOf, leastFontPx } from "../../../../domain/screen/legibility.ts";

const FULL_HD = { width: 1920, height: 1080 }, UHD = { width: 3840, height: 2160 };

Deno.test("leastFontPx() grows with the distance, the resolution and a smaller screen", () => {
  const px = (distance_meters: number, diagonal_inches: number, screen = FULL_HD) =>
    Math.round(leastFontPx({ distance_meters, diagonal_inches }, screen));
  assertEquals([px(5, 55), px(2, 55), px(5, 55, UHD), px(5, 32)], [50, 20, 101, 87]);
});

Deno.test("a capital letter of the least font size is seen at 16 arc minutes", () => {
  for (const screen of [FULL_HD, UHD]) {
    const viewing = { distance_meters: 5, diagonal_inches: 55 };
    const seen = arcMinutesOf(leastFontPx(viewing, screen), { viewing, screen });
    assert(Math.abs(seen - 16) < 1e-6, String(seen));
    assert(arcMinutesOf(18, { viewing, screen }) < 6);
  }
});
