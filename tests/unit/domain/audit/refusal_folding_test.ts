import { assert, assertEquals } from "@std/assert";
import {
  FOLDING_LIMITS,
  RefusalFolding,
  type RefusedRequest,
} from "../../../../domain/audit/refusal_folding.ts";

const MINUTE_MS = 60_000;

function refused(change: Partial<RefusedRequest> = {}): RefusedRequest {
  return {
    kind: "sign_in_refused",
    who: undefined,
    name: "anna",
    address: "192.0.2.7",
    userAgent: "curl/8",
    route: "POST /api/auth/login",
    reason: "The user name or the password is wrong",
    ...change,
  };
}

Deno.test("RefusalFolding tells the first refusal at once and its repetitions at the end, with their count", () => {
  const folding = new RefusalFolding();
  assertEquals(folding.add(refused(), 1_000), {
    action: "sign_in_refused",
    who: "(unknown)",
    name: "anna",
    address: "192.0.2.7",
    details: {
      reason: "The user name or the password is wrong",
      route: "POST /api/auth/login",
      user_agent: "curl/8",
      count: 1,
    },
  });
  assertEquals(folding.add(refused(), 2_000), undefined);
  assertEquals(folding.add(refused({ userAgent: "curl/9" }), 3_000), undefined);
  const [entry, ...others] = folding.end();
  assertEquals([entry.action, entry.name, others], ["sign_in_refused", "anna", []]);
  assertEquals(entry.details, {
    reason: "The user name or the password is wrong",
    route: "POST /api/auth/login",
    user_agent: "curl/9",
    count: 2,
    from: "1970-01-01T00:00:01.000Z",
    until: "1970-01-01T00:00:03.000Z",
  });
  assertEquals(folding.end(), []);
  assertEquals(folding.add(refused(), 4_000)?.details.count, 1);
});

Deno.test("RefusalFolding tells kinds, names and addresses apart, and no others", () => {
  const folding = new RefusalFolding();
  const tells = (change: Partial<RefusedRequest>) => folding.add(refused(change), 0) !== undefined;
  assert(tells({}));
  assert(tells({ kind: "key_refused" }));
  assert(tells({ name: "bert" }));
  assert(tells({ address: "192.0.2.8" }));
  assert(tells({ kind: "access_refused", name: undefined, who: "anna2" }));
  assert(!tells({ route: "GET /x", reason: "Another", userAgent: "Another" }));
});

Deno.test("10,000 refusals in a minute are at most 101 entries", () => {
  const folding = new RefusalFolding();
  let entries = 0;
  for (let i = 0; i < 10_000; i++) {
    const change = { name: `name ${i % 3_000}`, address: `10.0.${i % 10}.${i % 250}` };
    if (folding.add(refused(change), i) !== undefined) entries++;
  }
  const folded = folding.end();
  assertEquals([entries, folded.length], [50, 51]);
  const more = folded[50];
  assertEquals([more.action, more.address, more.details.count], ["more_refused", undefined, 9_800]);
  assertEquals(more.details.reason, "9800 more refusals from 250 addresses");
  assertEquals((more.details.addresses as string[]).length, 20);
  assertEquals(folded.reduce((sum, { details }) => sum + Number(details.count), entries), 10_000);
});

Deno.test("an hour of refusals is at most 500 different ones, and the next hour begins anew", () => {
  const folding = new RefusalFolding();
  const toldIn = (minute: number) => {
    let told = 0;
    for (let i = 0; i < 60; i++) {
      if (folding.add(refused({ name: `${minute} ${i}` }), minute * MINUTE_MS) !== undefined) told++;
    }
    folding.end();
    return told;
  };
  const hour = Array.from({ length: 60 }, (_, minute) => toldIn(minute));
  assertEquals(hour.slice(0, 11), [...Array(10).fill(FOLDING_LIMITS.perMinute), 0]);
  assertEquals(hour.reduce((sum, told) => sum + told), FOLDING_LIMITS.perHour);
  assertEquals(toldIn(60), FOLDING_LIMITS.perMinute);
});

Deno.test("what a client sends is data: one line of limited length", () => {
  const folding = new RefusalFolding();
  const hostile = "a\r\n\u0000\u001b[31mb\u202ec\u2028d\ud800";
  const entry = folding.add(refused({ name: hostile, userAgent: hostile + "x".repeat(500) }), 0);
  assertEquals(entry?.name, "a[31mbcd\ufffd");
  const agent = String(entry?.details.user_agent);
  assertEquals([agent.startsWith("a[31mbcd\ufffdxx"), agent.length], [true, 200]);
  assertEquals(folding.add(refused({ name: "n".repeat(101) }), 0)?.name, `${"n".repeat(99)}…`);
  assertEquals(folding.add(refused({ name: "n".repeat(100) }), 0)?.name, "n".repeat(100));
  assertEquals(folding.add(refused({ name: "\u0007" }), 0)?.name, "(unknown)");
});
