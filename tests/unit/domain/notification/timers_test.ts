import { assertEquals } from "@std/assert";
import { Timers } from "../../../../domain/notification/timers.ts";
import { cases, fc } from "../../../support/fast_check.ts";

Deno.test("Timers finds what is due and the next time as a plain list does", () => {
  const change = fc.tuple(fc.nat(8), fc.option(fc.nat(50)));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 300 }), fc.nat(50), fc.nat(8), (changes, now, left) => {
      const timers = new Timers(), plain = new Map<string, number>();
      for (const [key, at] of changes) {
        timers.set(String(key), at);
        if (at === null) plain.delete(String(key));
        else plain.set(String(key), at);
      }
      const due = [...plain].filter(([, at]) => at <= now).map(([key]) => key);
      assertEquals([...timers.dueBy(now)].sort(), due.sort());
      const others = [...plain].filter(([key]) => key !== String(left)).map(([, at]) => at);
      assertEquals(timers.next((key) => key === String(left)), Math.min(...others));
      assertEquals(timers.size, plain.size);
    }),
    cases(300),
  );
});
