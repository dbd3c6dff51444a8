import { assertEquals } from "@std/assert";
import { type Connection, ConnectionTable, LOOPBACK_RESERVE } from "../../../http/connection_table.ts";

/** A table, and the numbers of its connections that were closed to make room. */
function filled(limits: { all: number; perAddress: number | null }) {
  const table = new ConnectionTable(limits);
  const closed: number[] = [];
  let opened = 0;
  const open = (address: string): Connection | undefined => {
    const number = ++opened;
    return table.admit(address, () => void closed.push(number));
  };
  const busy = (address: string): Connection | undefined => {
    const connection = open(address);
    connection?.begin();
    return connection;
  };
  return { table, closed, open, busy };
}

Deno.test("ConnectionTable closes the connection that has been idle for longest to make room", () => {
  const { table, closed, open } = filled({ all: 3, perAddress: null });
  const [first, second] = [open("10.0.0.1"), open("10.0.0.2")];
  first?.begin();
  first?.end();
  open("10.0.0.3");
  open("10.0.0.4");
  assertEquals([closed, table.size, table.counts.evicted], [[2], 3, 1]);
  second?.release();
  assertEquals(table.size, 3);
});

Deno.test("ConnectionTable refuses a connection when all others have a request under way", () => {
  const { table, closed, open, busy } = filled({ all: 2, perAddress: null });
  const first = busy("10.0.0.1");
  busy("10.0.0.2");
  assertEquals([open("10.0.0.3"), table.counts.refusedByTotal, closed], [undefined, 1, []]);
  first?.release();
  open("10.0.0.3");
  assertEquals([table.size, table.counts], [2, {
    accepted: 3,
    refusedByTotal: 1,
    refusedByAddress: 0,
    evicted: 0,
  }]);
});

Deno.test("ConnectionTable limits one address, and closes only its own connections for that", () => {
  const { table, closed, open, busy } = filled({ all: 100, perAddress: 2 });
  open("10.0.0.9");
  busy("10.0.0.1");
  open("::ffff:10.0.0.1");
  open("10.0.0.1");
  assertEquals([closed, table.size], [[3], 3]);
  busy("2001:db8::1");
  busy("2001:db8::2");
  assertEquals([open("2001:db8::3"), table.counts.refusedByAddress], [undefined, 1]);
  assertEquals(open("2001:db8:0:1::3") === undefined, false);
});

Deno.test("ConnectionTable keeps room for the machine itself when others have taken all connections", () => {
  const { table, open, busy } = filled({ all: 20, perAddress: 10 });
  for (let i = 0; i < 20; i++) busy(`10.0.${i}.1`);
  assertEquals(open("10.1.0.1"), undefined);
  for (let i = 0; i < LOOPBACK_RESERVE; i++) assertEquals(busy("127.0.0.1") === undefined, false);
  assertEquals([open("127.0.0.1"), table.size], [undefined, 20 + LOOPBACK_RESERVE]);
});

Deno.test("ConnectionTable counts pipelined requests: a connection is idle when all have ended", () => {
  const { closed, open, busy } = filled({ all: 1, perAddress: null });
  const first = busy("10.0.0.1");
  first?.begin();
  first?.end();
  assertEquals(open("10.0.0.2"), undefined);
  first?.end();
  open("10.0.0.2");
  assertEquals(closed, [1]);
});
