import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { createOutboundGuard } from "../../../connectors/outbound.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";

const NAMES: Record<string, string[]> = {
  "public.example": ["93.184.216.34"],
  "both.example": ["93.184.216.34", "10.0.0.7"],
  "inside.example": ["10.0.0.7"],
  "meta.example": ["169.254.169.254"],
  "mapped.example": ["::ffff:127.0.0.1"],
  localhost: ["127.0.0.1", "::1"],
};

function guard(allow = "", alwaysAllow: string[] = []) {
  return createOutboundGuard({ allow, alwaysAllow, resolve: (host) => Promise.resolve(NAMES[host] ?? []) });
}

async function reasonOf(url: string, allow = "", alwaysAllow: string[] = []): Promise<string> {
  const refusal = await assertRejects(() => guard(allow, alwaysAllow).check(new URL(url)), Refusal);
  assertEquals(refusal.code, "CONNECTION_FAILED");
  return String(refusal.details.reason);
}

async function passes(url: string, allow = "", alwaysAllow: string[] = []): Promise<void> {
  await guard(allow, alwaysAllow).check(new URL(url));
}

Deno.test("createOutboundGuard() allows public addresses over https", async () => {
  await passes("https://public.example/x");
  await passes("https://8.8.8.8/");
  await passes("https://[2606:4700::1]/");
});

Deno.test("createOutboundGuard() refuses every kind of address that is not public, and names the setting", async () => {
  const hosts = [
    "10.0.0.7",
    "172.16.0.1",
    "192.168.1.1",
    "100.64.0.1",
    "127.0.0.1",
    "127.1",
    "0x7f000001",
    "2130706433",
    "0.0.0.0",
    "169.254.169.254",
    "169.254.1.1",
    "168.63.129.16",
    "100.100.100.200",
    "224.0.0.1",
    "255.255.255.255",
    "240.0.0.1",
    "[::]",
    "[::1]",
    "[::ffff:10.0.0.7]",
    "[::ffff:a9fe:a9fe]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[2001::1]",
    "[fd00::1]",
    "[fd00:ec2::254]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
    "inside.example",
    "both.example",
    "meta.example",
    "mapped.example",
    "localhost",
    "localhost.",
    "LOCALHOST",
  ];
  for (const host of hosts) {
    const reason = await reasonOf(`https://${host}/`);
    assertEquals(/OUTBOUND_ALLOW/.test(reason), true, `${host}: ${reason}`);
  }
});

Deno.test("createOutboundGuard() names the kind of address", async () => {
  assertEquals(
    await reasonOf("https://inside.example/"),
    "inside.example (10.0.0.7) is a private address; add it to OUTBOUND_ALLOW to allow it",
  );
  assertEquals(/is a metadata address/.test(await reasonOf("https://169.254.169.254/")), true);
});

Deno.test("createOutboundGuard() allows what the setting lists by host, host:port or CIDR", async () => {
  await passes("https://inside.example/", "inside.example");
  await passes("https://INSIDE.example./", "other.example, Inside.Example");
  await passes("https://inside.example/", "10.0.0.0/8");
  await passes("https://inside.example/", "10.0.0.7");
  await passes("https://10.0.0.7:8443/", "10.0.0.7:8443");
  await passes("https://inside.example:8443/", "inside.example:8443");
  await passes("https://[fd00::1]/", "fd00::/8");
  await passes("https://[fd00::1]:99/", "[fd00::1]:99");
  await passes("https://[::ffff:10.0.0.7]/", "10.0.0.0/8");
  await reasonOf("https://inside.example:8444/", "inside.example:8443");
  await reasonOf("https://10.0.0.7/", "10.0.0.7:8443");
  await reasonOf("https://inside.example/", "192.168.0.0/16");
  await reasonOf("https://sub.inside.example/", "inside.example");
});

Deno.test("createOutboundGuard() checks every address of a name", async () => {
  await reasonOf("https://both.example/");
  await passes("https://both.example/", "10.0.0.7");
});

Deno.test("createOutboundGuard() allows plain http only to listed private addresses", async () => {
  assertEquals(/https/.test(await reasonOf("http://public.example/")), true);
  await reasonOf("http://public.example/", "public.example");
  await reasonOf("http://public.example/", "0.0.0.0/0");
  await reasonOf("http://inside.example/");
  await passes("http://inside.example/", "inside.example");
  await passes("http://localhost:4000/", "127.0.0.0/8, ::1");
});

Deno.test("createOutboundGuard() always allows the embedded simulators, by their own port", async () => {
  await passes("http://127.0.0.1:4000/", "", ["127.0.0.1:4000"]);
  await passes("http://127.0.0.1:4000/", "only: public.example", ["127.0.0.1:4000"]);
  await reasonOf("http://127.0.0.1:4001/", "", ["127.0.0.1:4000"]);
});

Deno.test("createOutboundGuard() refuses everything not listed after only:", async () => {
  const allow = "only: public.example:443, 10.0.0.0/8";
  await passes("https://public.example/", allow);
  await passes("https://inside.example/", allow);
  assertEquals(/only what it lists/.test(await reasonOf("https://8.8.8.8/", allow)), true);
  await reasonOf("https://public.example:8443/", allow);
  await reasonOf("https://both.example/", allow);
  await reasonOf("https://public.example/", "only:");
});

Deno.test("createOutboundGuard() refuses other protocols and unknown host names", async () => {
  for (const url of ["ftp://public.example/", "file:///etc/passwd", "ws://public.example/", "data:,x"]) {
    await reasonOf(url, "0.0.0.0/0");
  }
  assertEquals(
    await reasonOf("https://nowhere.example/"),
    'The host name "nowhere.example" could not be found',
  );
});

Deno.test("createOutboundGuard() throws an error that quotes the invalid part of the setting", () => {
  const wrong = [
    "10.0.0.0/33",
    "host:0",
    "host:70000",
    "ho st",
    "1.2.3",
    "a..b",
    "-a",
    "*",
    "http://x",
    "x/8",
    "10/8",
    "[::1",
    "::1]:4",
    "host:",
  ];
  for (const part of wrong) {
    assertThrows(() => guard(`fine.example, ${part}`), TypeError, `"${part}"`);
  }
  guard(" , fine.example ,, ");
});

Deno.test("createOutboundGuard() resolves names by DNS by default", async () => {
  const real = createOutboundGuard({ allow: "127.0.0.0/8,::1", alwaysAllow: [] });
  await real.check(new URL("http://localhost:1/"));
  await assertRejects(() => real.check(new URL("https://nowhere.invalid/")), Refusal, "could not be found");
});
