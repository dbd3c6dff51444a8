import { assertEquals, assertRejects } from "@std/assert";
import { internalAddress, listenInternally, type MemberAddress } from "../../../cluster/internal_address.ts";
import { trustedCertificate } from "../../../cluster/internal_tls.ts";
import { MessageAuth } from "../../../cluster/message_auth.ts";
import { listenForMembers } from "../../../main/listen.ts";
import { SettingsError } from "../../../settings/settings_error.ts";

const auth = new MessageAuth(new Uint8Array(32));

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
  const open = (address: MemberAddress) =>
    listenForMembers({ ...address, log: () => {}, maxConnections: 100 });
  const internal = await listenInternally({ hostname: "127.0.0.1", port: 0, auth }, open);
  const server = internal.serve(() => new Response("here"));
  using client = Deno.createHttpClient({ caCerts: [trustedCertificate(auth)] });
  assertEquals(await (await fetch(`https://${internal.address}`, { client })).text(), "here");
  const taken = { hostname: "127.0.0.1", port: Number(internal.address.split(":")[1]), auth };
  const error = await assertRejects(() => listenInternally(taken, open), SettingsError);
  assertEquals(
    error.message.startsWith(`CLUSTER_ADDRESS is ${internal.address}, which cannot`),
    true,
    error.message,
  );
  await assertRejects(() => listenInternally({ hostname: "192.0.2.1", port: 0, auth }, open), SettingsError);
  await server.shutdown();
});
