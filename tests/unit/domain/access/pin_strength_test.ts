import { assert, assertEquals } from "@std/assert";
import { pinWeakness } from "../../../../domain/access/pin_strength.ts";

const WEAK = [
  "123456",
  "654321",
  "000000",
  "111222333",
  "121212",
  "147258",
  "250185",
  "310785",
  "19850325",
  "201612",
  "246810",
  "123456789012",
];
const STRONG = ["583920", "473829", "402957", "836194", "4829163", "583920471836"];

Deno.test("pinWeakness() refuses common PINs, dates, repeated digits and rows, and takes others", async () => {
  for (const pin of WEAK) assert(await pinWeakness(pin) !== undefined, pin);
  for (const pin of STRONG) assertEquals([pin, await pinWeakness(pin)], [pin, undefined]);
});

Deno.test("pinWeakness() takes most PINs of six digits", async () => {
  const pins = Array.from(
    { length: 400 },
    (_, n) => String((n * 617_311 + 13_577) % 1_000_000).padStart(6, "0"),
  );
  const weak = await Promise.all(pins.map(pinWeakness));
  const refused = weak.filter((found) => found !== undefined).length;
  assert(refused < pins.length / 4, `${refused} of ${pins.length} are refused`);
});
