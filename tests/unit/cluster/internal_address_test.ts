import { assertEquals, assertThrows } from "@std/assert";
import { internalAddress, listenInternally } from "../../../cluster/internal_address.ts";
import { SettingsError } from "../../../settings/settings_error.ts";

const machine = () => [
  { family: "IPv6", address: "fe80::1" } as const,
  { family: "IPv4", address: "127.0.0.1" } as const,
  { family: "IPv4", address: "169.254.1.1" } as const,
  { family: "IPv4", address: "10.0.0.7" } as const,
];

Deno.test("internalAddress() is the setting, else HOST, else the machine's first address that others can reach", () => {
  const given = { hostname: "10.0.0.8", port: 8100 };
  assertEquals(internalAddress({ clusterAddress: given, host: "0.0.0.0" }, machine), given);
  assertEquals(internalAddress({ clusterAddress: null, host: "10.0.0.9" }, machine).hostname, "10.0.0.9");
  for (const host of ["0.0.0.0", "::"]) {
    assertEquals(internalAddress({ clusterAddress: null, host }, machine), { hostname: "10.0.0.7", port: 0 });
  }
  const alone = () => machine().slice(0, 2);
  assertEquals(internalAddress({ clusterAddress: null, host: "0.0.0.0" }, alone).hostname, "127.0.0.1");
});

Deno.test("listenInternally() returns its address, and refuses an address of another machine", async () => {
  const answer = () => new Response("here");
  const { server, address } = listenInternally({ hostname: "127.0.0.1", port: 0 }, answer);
  assertEquals(await (await fetch(`http://${address}`)).text(), "here");
  const taken = { hostname: "127.0.0.1", port: server.addr.port };
  const error = assertThrows(() => listenInternally(taken, answer), SettingsError);
  assertEquals(error.message.startsWith(`CLUSTER_ADDRESS is ${address}, which cannot`), true, error.message);
  assertThrows(() => listenInternally({ hostname: "192.0.2.1", port: 0 }, answer), SettingsError);
  await server.shutdown();
});
