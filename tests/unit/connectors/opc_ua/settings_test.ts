import { assertEquals } from "@std/assert";
import { OPC_UA } from "../../../../connectors/opc_ua/connector.ts";

/** The paths at which settings are refused. */
function refusedAt(given: Record<string, unknown>): string[] {
  const read = OPC_UA.given.safeParse({ endpoint_url: "opc.tcp://10.0.0.5:4840", ...given });
  return read.success ? [] : read.error.issues.map(({ path }) => path.join("."));
}

function nodes(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `nsu=http://plant.example/;i=${i}`);
}

Deno.test("settings take what they state, and no more", () => {
  const print =
    "5A:BA:C2:C6:39:46:A2:9A:E3:F5:2B:C0:DA:B9:4E:90:74:3D:A7:3B:4B:86:3B:6D:A8:E6:DC:DF:9D:5E:A9:2E";
  assertEquals(refusedAt({ nodes: nodes(500), trusted_fingerprints: Array(10).fill(print) }), []);
  assertEquals(refusedAt({ nodes: nodes(501) }), ["nodes"]);
  assertEquals(refusedAt({ trusted_fingerprints: Array(11).fill(print) }), ["trusted_fingerprints"]);
  assertEquals(refusedAt({ trusted_fingerprints: [print.slice(3)] }), ["trusted_fingerprints.0"]);
  assertEquals(refusedAt({ sampling_ms: 0, publishing_ms: 50, queue_size: 10_000, deadband: 1e9 }), []);
  assertEquals(refusedAt({ sampling_ms: -1, publishing_ms: 49, queue_size: 10_001, deadband: -1 }), [
    "sampling_ms",
    "publishing_ms",
    "queue_size",
    "deadband",
  ]);
});

Deno.test("settings that do not fit together are refused at their path", () => {
  assertEquals(refusedAt({ user: "password" }), ["user_name"]);
  assertEquals(refusedAt({ user: "password", user_name: "andon" }), []);
  assertEquals(refusedAt({ deadband: 100, deadband_of: "range" }), []);
  assertEquals(refusedAt({ deadband: 101, deadband_of: "range" }), ["deadband"]);
  assertEquals(refusedAt({ nodes: ["i=85/#", "i=85"] }), []);
  assertEquals(refusedAt({ nodes: ["i=85/#", "i=85/#"] }), ["nodes.1"]);
  assertEquals(refusedAt({ nodes: ["ns=2;s=Line1"] }), ["nodes.0"]);
});

Deno.test("only addresses of OPC UA without a password are taken", () => {
  const taken = (endpoint_url: string) => refusedAt({ endpoint_url }).length === 0;
  assertEquals(["opc.tcp://plc", "opc.tcp://[fd00::1]:4840/UA", "opc.tcp://plc:4840"].map(taken), [
    true,
    true,
    true,
  ]);
  const others = [
    "http://plc",
    "opc.tcp://",
    "plc:4840",
    "opc.tcp://a:b@plc",
    "opc.tcp://plc/?x=1",
    "opc.https://plc",
  ];
  assertEquals(others.map(taken), others.map(() => false));
});
