import { assertEquals } from "@std/assert";
import { waysOf } from "../../../../domain/contact_address/ways.ts";
import type { ContactAddressesRecord } from "../../../../domain/contact_address/types.ts";

const address = (id: number, contact_point_id: number, confirmed_at_ms: number | null) => ({
  id,
  contact_point_id,
  address: `a${id}@example.com`,
  confirmed_at_ms,
  code: null,
});
const record: ContactAddressesRecord = {
  v: 1,
  user_id: 7,
  time_zone: "Europe/Berlin",
  quiet_hours: [],
  addresses: [address(3, 1, 5), address(1, 2, 5), address(2, 1, null)],
  last_id: 3,
  codes_sent_at_ms: [],
};

function ways(change: Partial<ContactAddressesRecord>, iso: string, mailDomains: string[] = []) {
  return waysOf({ ...record, ...change }, {
    at: Date.parse(iso),
    plantTimeZone: "UTC",
    mailDomains,
    isUsable: (id) => id === 1,
  });
}

Deno.test("waysOf() gives the confirmed and allowed addresses at usable contact points, in their order", () => {
  const found = ways({}, "2026-01-05T08:00:00Z");
  assertEquals(found, {
    targets: [{ contact_point_id: 1, user_id: 7, address: "a3@example.com" }],
    quiet_until_ms: null,
  });
  assertEquals(ways({}, "2026-01-05T08:00:00Z", ["else.example"]).targets, []);
  assertEquals(waysOf(undefined, { at: 0, plantTimeZone: "UTC", mailDomains: [], isUsable: () => true }), {
    targets: [],
    quiet_until_ms: null,
  });
});

Deno.test("waysOf() gives the end of quiet hours in the person's zone, over midnight and over a clock change", () => {
  const every = [1, 2, 3, 4, 5, 6, 7];
  const nights = { quiet_hours: [{ weekdays: every, from: "22:00", to: "06:00" }] };
  const until = (change: Partial<ContactAddressesRecord>, iso: string) => {
    const ms = ways(change, iso).quiet_until_ms;
    return ms === null ? null : new Date(ms).toISOString().slice(0, 16);
  };
  assertEquals(until(nights, "2026-01-05T20:59:59Z"), null);
  assertEquals(until(nights, "2026-01-05T21:00:00Z"), "2026-01-06T05:00");
  assertEquals(until(nights, "2026-01-06T05:00:00Z"), null);
  assertEquals(until(nights, "2026-03-28T23:00:00Z"), "2026-03-29T04:00");
  assertEquals(until({ ...nights, time_zone: null }, "2026-01-05T21:30:00Z"), null);
  assertEquals(until({ ...nights, time_zone: null }, "2026-01-05T22:00:00Z"), "2026-01-06T06:00");
  const always = { quiet_hours: [{ weekdays: every, from: "00:00", to: "24:00" }] };
  assertEquals(until(always, "2026-01-05T12:00:00Z"), "2026-01-12T12:00");
});
