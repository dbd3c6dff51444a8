import { assert, assertEquals } from "@std/assert";
import { X509Certificate } from "node:crypto";
import { internalTls, MEMBER_NAME, trustedCertificate } from "../../../cluster/internal_tls.ts";
import { MessageAuth } from "../../../cluster/message_auth.ts";

const auth = new MessageAuth(new Uint8Array(32).fill(1));
const other = new MessageAuth(new Uint8Array(32).fill(2));

/** What a client that trusts `trusted` reads from a member at the address, or that it refuses it. */
async function read(hostname: string, { trusted, named = hostname }: { trusted: string; named?: string }) {
  const tls = internalTls(auth, named);
  const server = Deno.serve({ hostname, port: 0, onListen: () => {}, ...tls }, () => new Response("here"));
  using client = Deno.createHttpClient({ caCerts: [trusted] });
  const host = hostname.includes(":") ? `[${hostname}]` : hostname;
  try {
    return await (await fetch(`https://${host}:${server.addr.port}`, { client })).text();
  } catch (error) {
    assert(error instanceof TypeError);
    return "refused";
  } finally {
    await server.shutdown();
  }
}

Deno.test("members with one SECRETS_KEY trust each other at names and addresses, and nobody else", async () => {
  const trusted = trustedCertificate(auth);
  for (const hostname of ["127.0.0.1", "::1", "localhost"]) {
    assertEquals(await read(hostname, { trusted }), "here");
  }
  assertEquals(await read("127.0.0.1", { trusted: trustedCertificate(other) }), "refused");
  assertEquals(await read("127.0.0.1", { trusted, named: "127.0.0.2" }), "refused");
});

Deno.test("a member has a name that no public authority certifies, at whatever address", async () => {
  const listener = Deno.listenTls({ hostname: "127.0.0.1", port: 0, ...internalTls(auth, "10.0.0.7") });
  const accepted = listener.accept().then(async (connection) => {
    await connection.handshake();
    connection.close();
  });
  const plain = await Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port });
  using connection = await Deno.startTls(plain, {
    hostname: MEMBER_NAME,
    caCerts: [trustedCertificate(auth)],
  });
  await connection.handshake();
  await accepted;
  listener.close();
});

Deno.test("internalTls() is a certificate of X.509 version 3, which other programs read too", () => {
  const { cert } = internalTls(auth, "10.0.0.7");
  const certificate = new X509Certificate(cert);
  assertEquals(certificate.subject, "CN=andon");
  assertEquals(certificate.issuer, "CN=andon");
  assertEquals(new Date(certificate.validTo).getUTCFullYear(), 9999);
  assertEquals(internalTls(auth, "10.0.0.7").cert, cert);
  assert(internalTls(other, "10.0.0.7").cert !== cert);
});

Deno.test("internalTls() names an address of any length", async () => {
  const label = "a".repeat(60), name = `${label}.${label}.${label}.example`;
  for (const hostname of [name, "a"]) assert(internalTls(auth, hostname).cert.startsWith("-----BEGIN CERT"));
  assertEquals(await read("127.0.0.1", { trusted: internalTls(auth, name).cert }), "here");
});
