import { assert, assertEquals, assertThrows } from "@std/assert";
import { decodeTime, encodeTime, incrementBase32, isValid, monotonicFactory } from "@std/ulid";
import { msOfUlid, newUlid, ulidFloor, ULIDS_OF_MS } from "../../../../storage/writes/ulid.ts";
import { afterAllIds } from "../support.ts";
import { isUlid, msOfLetters, nextLetters, timeLetters } from "../../../../storage/writes/ulid_text.ts";

const TIMES = [0, 1, 31, 32, Date.UTC(2026, 10, 21), 2 ** 40 + 7, 2 ** 48 - 1];

Deno.test("the time of a ULID is written and read as by the library", () => {
  for (const ms of TIMES) {
    assertEquals(timeLetters(ms), encodeTime(ms));
    const ulid = timeLetters(ms) + "0123456789ABCDEF";
    assertEquals([msOfLetters(ulid), msOfUlid(ulid), msOfUlid(ulid.toLowerCase())], [
      ms,
      ms,
      decodeTime(ulid),
    ]);
    assertEquals(ulidFloor(ms), encodeTime(ms));
  }
  for (const ms of [-1, 0.5, 2 ** 48, NaN]) {
    assertThrows(() => timeLetters(ms), RangeError);
    assertThrows(() => encodeTime(ms));
  }
});

Deno.test("the same texts are ULIDs as for the library", () => {
  const good = monotonicFactory()(5);
  for (
    const text of [
      good,
      good.toLowerCase(),
      good.slice(1),
      `${good}0`,
      good.replace(/.$/, "U"),
      "",
    ]
  ) {
    assertEquals(isUlid(text), isValid(text), text);
    assertEquals(msOfUlid(text) === undefined, !isValid(text));
  }
});

Deno.test("the random letters ascend as in the library, and end after the last ones", () => {
  for (
    const letters of [
      "0000000000000000",
      "000000000000000Z",
      "0AZZZZZZZZZZZZZZ",
      "YZZZZZZZZZZZZZZZ",
      "0123456789ABCDEH",
    ]
  ) {
    assertEquals(nextLetters(letters), incrementBase32(letters));
  }
  assertEquals(nextLetters("Z".repeat(16)), undefined);
});

Deno.test("ids of one isolate ascend, whatever the clock and the random numbers, up to a number per millisecond", () => {
  const ids: string[] = [];
  const begin = afterAllIds() + 1_000_000;
  for (const ms of [begin, begin - 5_000, begin, begin + 1]) {
    for (let i = 0; i < ULIDS_OF_MS; i++) ids.push(newUlid(ms, () => 0.9999999));
  }
  assertEquals(ids, ids.toSorted());
  assertEquals(new Set(ids).size, ids.length);
  assert(ids.every(isValid));
  assertEquals(msOfUlid(ids[0]), begin);
});
