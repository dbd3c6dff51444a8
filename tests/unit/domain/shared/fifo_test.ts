import { assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import { Fifo } from "../../../../domain/shared/fifo.ts";

Deno.test("Fifo behaves as an array with push and shift", () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer(), { nil: undefined }), { maxLength: 600 }), (steps) => {
      const fifo = new Fifo<number>();
      const model: number[] = [];
      for (const step of steps) {
        if (step === undefined) assertEquals(fifo.shift(), model.shift());
        else {
          fifo.push(step);
          model.push(step);
        }
        assertEquals([fifo.size, fifo.peek()], [model.length, model[0]]);
      }
    }),
  );
});

Deno.test("Fifo keeps its order over thousands of operations", () => {
  const fifo = new Fifo<number>();
  let next = 0;
  for (let n = 0; n < 5000; n++) {
    fifo.push(n);
    if (n % 3 > 0) assertEquals(fifo.shift(), next++);
  }
  while (fifo.size > 0) assertEquals(fifo.shift(), next++);
  assertEquals([next, fifo.shift()], [5000, undefined]);
});
