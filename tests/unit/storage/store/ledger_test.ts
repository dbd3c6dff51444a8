import { assertEquals } from "@std/assert";
import { Ledger } from "../../../../storage/store/ledger.ts";

const stamp = (n: number) => n.toString(16).padStart(16, "0") + "0000";

Deno.test("Ledger holds back what landed while something earlier may still land", () => {
  const ledger = new Ledger(1n);
  const delivered: number[] = [];
  const a = ledger.start(), b = ledger.start();
  ledger.landed(b, stamp(9), () => delivered.push(9));
  assertEquals(delivered, []);
  const c = ledger.start();
  ledger.landed(a, stamp(5), () => delivered.push(5));
  assertEquals(delivered, [5, 9]);
  ledger.landed(c, stamp(12), () => delivered.push(12));
  assertEquals(delivered, [5, 9, 12]);
});

Deno.test("Ledger lets through what directly follows the last delivered", () => {
  const ledger = new Ledger(65_536n);
  const delivered: number[] = [];
  ledger.landed(ledger.start(), stamp(1), () => delivered.push(1));
  ledger.start();
  ledger.landed(ledger.start(), stamp(2), () => delivered.push(2));
  assertEquals(delivered, [1, 2]);
  ledger.landed(ledger.start(), stamp(4), () => delivered.push(4));
  assertEquals(delivered, [1, 2]);
});

Deno.test("Ledger goes on when what it waited for ends without writing", () => {
  const ledger = new Ledger(1n);
  const delivered: number[] = [];
  const hanging = ledger.start();
  ledger.landed(ledger.start(), stamp(3), () => delivered.push(3));
  assertEquals(delivered, []);
  ledger.ended(hanging);
  assertEquals(delivered, [3]);
});
