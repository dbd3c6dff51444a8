import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { DataType } from "node-opcua-client";
import { makeOwnCertificate } from "../../connectors/opc_ua/own_certificate.ts";
import { createOutboundGuard } from "../../connectors/outbound.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { eventually } from "../support/eventually.ts";
import { OpcUaServer } from "../support/opc_ua_server.ts";
import { opcUaSource, type OpcUaSourceOptions } from "../support/opc_ua_source.ts";

const MODE = 0o777;

Deno.test("a server's certificate is refused with its fingerprint until a person trusts it", async () => {
  await using server = await OpcUaServer.start();
  server.variable("Temp", DataType.Double, { value: 20 });
  const config = { endpoint_url: server.url, security: "sign_and_encrypt", policy: "Aes256_Sha256_RsaPss" };
  const refusal = await refusalOf({ config });
  assertStringIncludes(refusal.message, "certificate is not trusted yet");
  const fingerprint = String(refusal.details.fingerprint);
  assertStringIncludes(refusal.message, fingerprint);
  const other = fingerprint.replaceAll("0", "1").replaceAll("A", "B");
  assertEquals(
    (await refusalOf({ config: { ...config, trusted_fingerprints: [other] } })).details,
    refusal.details,
  );
  for (
    const [security, policy] of [["sign", "Aes128_Sha256_RsaOaep"], ["sign_and_encrypt", "Basic256Sha256"]]
  ) {
    const typed = fingerprint.toLowerCase().replaceAll(":", "");
    const source = await opcUaSource({
      config: { ...config, security, policy, trusted_fingerprints: [typed] },
    });
    const { facts } = await source.test().finally(() => source.close());
    assertEquals([facts.Security, facts["Server's certificate"]], [policy, fingerprint]);
  }
});

Deno.test("Andon names itself by one certificate, which stays in a folder that nobody else may read", async () => {
  await using server = await OpcUaServer.start({ isStrict: true });
  server.variable("Temp", DataType.Double, { value: 20 });
  const root = await Deno.makeTempDir(),
    sharedFolder = `${root}/collector`,
    folder = `${sharedFolder}/opc_ua`;
  const config = {
    endpoint_url: server.url,
    security: "sign_and_encrypt",
    trusted_fingerprints: [await fingerprintOf(server)],
    nodes: [server.id("Temp")],
  };
  try {
    const refusal = await refusalOf({ config, sharedFolder });
    assertStringIncludes(refusal.message, "The server does not trust Andon's certificate yet");
    assertEquals(
      (await refusalOf({ config, sharedFolder })).details.own_fingerprint,
      refusal.details.own_fingerprint,
    );
    assertEquals((await Deno.stat(folder)).mode! & MODE, 0o700);
    assertEquals((await Deno.stat(`${folder}/own_key.pem`)).mode! & MODE, 0o600);
    await server.trust(await Deno.readTextFile(`${folder}/own_certificate.pem`));
    const source = await opcUaSource({ config, sharedFolder, folder: `${sharedFolder}/2` });
    try {
      const { facts } = await source.test();
      assertEquals(facts["Andon's certificate"], refusal.details.own_fingerprint);
      await eventually("values come", () => source.collected().samples > 0);
    } finally {
      await source.close();
    }
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("a user signs in with the password; a wrong one is INVALID_CREDENTIALS", async () => {
  await using server = await OpcUaServer.start({ users: { andon: "right" }, allowAnonymous: false });
  const config = { endpoint_url: server.url, user: "password", user_name: "andon" };
  const source = await opcUaSource({ config, secrets: { password: "right" } });
  assertEquals((await source.test().finally(() => source.close())).connection_status, "connected");
  assertEquals((await refusalOf({ config, secrets: { password: "wrong" } })).code, "INVALID_CREDENTIALS");
  const anonymous = await refusalOf({ config: { endpoint_url: server.url } });
  assert(anonymous.message.length > 0, anonymous.message);
});

Deno.test("a user signs in with a certificate that the server trusts", async () => {
  await using server = await OpcUaServer.start({ isStrict: true, allowAnonymous: false });
  const user = await makeOwnCertificate();
  const root = await Deno.makeTempDir();
  const config = {
    endpoint_url: server.url,
    security: "sign_and_encrypt",
    trusted_fingerprints: [await fingerprintOf(server)],
    user: "certificate",
  };
  const options = {
    config,
    secrets: { user_certificate: user.certificate, user_key: user.key },
    sharedFolder: root,
  };
  try {
    await refusalOf(options);
    await server.trust(await Deno.readTextFile(`${root}/opc_ua/own_certificate.pem`));
    assertEquals((await refusalOf(options)).code, "INVALID_CREDENTIALS");
    await server.trust(user.certificate, "users");
    const source = await opcUaSource(options);
    assertEquals((await source.test().finally(() => source.close())).connection_status, "connected");
    assertStringIncludes(
      (await refusalOf({ ...options, secrets: {} })).message,
      "certificate or its key is missing",
    );
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});

Deno.test("only addresses that are allowed are reached, whatever address the server names", async () => {
  await using server = await OpcUaServer.start({
    options: { advertisedEndpoints: "opc.tcp://192.0.2.1:4840" },
  });
  const config = { endpoint_url: server.url };
  const source = await opcUaSource({ config });
  assertEquals((await source.test().finally(() => source.close())).connection_status, "connected");
  const outbound = createOutboundGuard({ allow: "", alwaysAllow: [] });
  assertStringIncludes((await refusalOf({ config, outbound })).message, "127.0.0.1 is a loopback address");
  const named = createOutboundGuard({
    allow: "plant.example",
    alwaysAllow: [],
    resolve: () => Promise.resolve(["127.0.0.1"]),
  });
  const byName = await opcUaSource({
    config: { endpoint_url: `opc.tcp://plant.example:${server.port}` },
    outbound: named,
  });
  assertEquals((await byName.test().finally(() => byName.close())).connection_status, "connected");
});

Deno.test("where no server answers, that is told", async () => {
  const server = await OpcUaServer.start();
  const config = { endpoint_url: server.url };
  const { port } = server;
  await server[Symbol.asyncDispose]();
  assertStringIncludes((await refusalOf({ config })).message, `Nothing answers at 127.0.0.1:${port}`);
});

Deno.test("what speaks no OPC UA is refused, and the source goes on", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const answering = (async () => {
    for await (const connection of listener) {
      await connection.write(crypto.getRandomValues(new Uint8Array(2_000))).catch(() => undefined);
      connection.close();
    }
  })();
  const source = await opcUaSource({ config: { endpoint_url: `opc.tcp://127.0.0.1:${listener.addr.port}` } });
  try {
    assertEquals((await assertRejects(() => source.test(), Refusal)).code, "CONNECTION_FAILED");
    assertEquals((await assertRejects(() => source.test(), Refusal)).code, "CONNECTION_FAILED");
  } finally {
    await source.close();
    listener.close();
    await answering;
  }
});

async function refusalOf(options: OpcUaSourceOptions): Promise<Refusal> {
  const source = await opcUaSource(options);
  try {
    return await assertRejects(() => source.test(), Refusal);
  } finally {
    await source.close();
  }
}

async function fingerprintOf(server: OpcUaServer): Promise<string> {
  const { details } = await refusalOf({ config: { endpoint_url: server.url, security: "sign_and_encrypt" } });
  return String(details.fingerprint);
}
