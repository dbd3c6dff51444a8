import { assert, assertEquals, assertMatch } from "@std/assert";
import { createSocket } from "node:dgram";
import { SyslogSender, type SyslogSenderOptions } from "../../connectors/syslog/sender.ts";
import { exportAudit } from "../../main/audit_export.ts";
import { serve } from "../../main/serve.ts";
import { parseSettings } from "../../settings/settings.ts";
import { ADMIN_PASSWORD, SECRETS_KEY } from "../support/andon_process.ts";
import { freePort } from "../support/free_port.ts";
import { BY, testStorage, until } from "../unit/storage/support.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `message ${i} ü`);

interface Receiver {
  port: number;
  received: string[];
  close(): Promise<void>;
}

/** Takes messages with octet counting, over TCP or TLS. */
function streamReceiver(listener: Deno.Listener<Deno.Conn, Deno.NetAddr>): Receiver {
  const received: string[] = [], open = new Set<Deno.Conn>();
  const reading: Promise<void>[] = [];
  const accepting = (async () => {
    for await (const connection of listener) {
      open.add(connection);
      reading.push(readFrames(connection, received).catch(() => {}).finally(() => open.delete(connection)));
    }
  })();
  return {
    port: listener.addr.port,
    received,
    async close() {
      listener.close();
      for (const connection of open) connection.close();
      await Promise.allSettled([accepting, ...reading]);
    },
  };
}

async function readFrames(connection: Deno.Conn, received: string[]): Promise<void> {
  let waiting = new Uint8Array();
  for await (const chunk of connection.readable) {
    waiting = new Uint8Array([...waiting, ...chunk]);
    for (let space = waiting.indexOf(32); space > 0; space = waiting.indexOf(32)) {
      const end = space + 1 + Number(new TextDecoder().decode(waiting.subarray(0, space)));
      if (waiting.length < end) break;
      received.push(new TextDecoder("utf-8", { ignoreBOM: true }).decode(waiting.subarray(space + 1, end)));
      waiting = waiting.slice(end);
    }
  }
}

async function datagramReceiver(): Promise<Receiver> {
  const received: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (message: Uint8Array) => received.push(new TextDecoder().decode(message)));
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    port: socket.address().port,
    received,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function sender(
  { port, protocol }: { port: number; protocol: "udp" | "tcp" | "tls" },
  options: Partial<SyslogSenderOptions> = {},
) {
  const logged: string[] = [];
  const receiver = { protocol, hostname: "127.0.0.1", port };
  const log = (level: string, message: string) => void logged.push(`${level}: ${message}`);
  return { logged, sender: new SyslogSender({ receiver, log, retryMs: 10, ...options }) };
}

const listenTcp = (port = 0) => Deno.listen({ port, hostname: "127.0.0.1" });

Deno.test("messages arrive in order over TCP, framed by their bytes", async () => {
  const receiver = streamReceiver(listenTcp());
  const on = sender({ protocol: "tcp", port: receiver.port });
  for (const text of numbered(100)) on.sender.send(bytesOf(text));
  await until(() => receiver.received.length === 100);
  assertEquals(receiver.received, numbered(100));
  assertEquals([on.sender.counts, on.sender.waiting, on.logged], [{ sent: 100, lost: 0 }, 0, []]);
  await on.sender.close();
  await receiver.close();
});

Deno.test("messages arrive over TLS from a server whose certificate is trusted, and none from another", async () => {
  const pem = (name: string) => Deno.readTextFileSync(new URL(`../support/tls/${name}`, import.meta.url));
  const cert = pem("localhost.cert.pem"), key = pem("localhost.key.pem");
  const receiver = streamReceiver(Deno.listenTls({ port: 0, hostname: "127.0.0.1", cert, key }));
  const trusting = sender({ protocol: "tls", port: receiver.port }, { caCerts: [cert] });
  trusting.sender.send(bytesOf("one"));
  await until(() => receiver.received.length === 1);
  await trusting.sender.close();
  const doubting = sender({ protocol: "tls", port: receiver.port });
  doubting.sender.send(bytesOf("two"));
  await until(() => doubting.logged.length === 1);
  await doubting.sender.close();
  assertEquals([receiver.received, doubting.sender.counts], [["one"], { sent: 0, lost: 1 }]);
  await receiver.close();
});

Deno.test("messages arrive over UDP, one a datagram", async () => {
  const receiver = await datagramReceiver();
  const on = sender({ protocol: "udp", port: receiver.port });
  on.sender.send(bytesOf("one"));
  on.sender.send(bytesOf("two ü"));
  await until(() => receiver.received.length === 2);
  assertEquals(receiver.received, ["one", "two ü"]);
  await on.sender.close();
  await receiver.close();
});

Deno.test("messages wait while the server is away, and arrive in order when it is back", async () => {
  const port = freePort(), first = streamReceiver(listenTcp(port));
  const on = sender({ protocol: "tcp", port });
  on.sender.send(bytesOf("before"));
  await until(() => first.received.length === 1);
  await first.close();
  // The first message after the end may be lost: TCP tells a sender of it only afterwards.
  on.sender.send(bytesOf("between"));
  await until(() => {
    on.sender.send(bytesOf("between"));
    return on.logged.length > 0;
  });
  for (const text of numbered(5)) on.sender.send(bytesOf(text));
  const second = streamReceiver(listenTcp(port));
  const numberedOnes = () => second.received.filter((text) => text !== "between");
  await until(() => numberedOnes().length === 5);
  assertEquals(numberedOnes(), numbered(5));
  await until(() => on.logged.length === 2);
  assertEquals(on.logged, [
    "warn: Audit entries cannot be sent to the syslog server",
    "info: The syslog server takes audit entries again",
  ]);
  await on.sender.close();
  await second.close();
});

Deno.test("the queue holds 10,000 messages; what is beyond them is counted as lost and told once", async () => {
  const on = sender({ protocol: "tcp", port: freePort() }, { retryMs: 60_000 });
  for (const text of numbered(10_015)) on.sender.send(bytesOf(text));
  assertEquals([on.sender.waiting, on.sender.counts], [10_000, { sent: 0, lost: 15 }]);
  await until(() => on.logged.length === 2);
  assertEquals(on.logged.toSorted(), [
    "warn: Audit entries cannot be sent to the syslog server",
    "warn: Audit entries were not sent to the syslog server",
  ]);
  await on.sender.close();
  assertEquals([on.sender.waiting, on.sender.counts.lost], [0, 10_015]);
});

Deno.test("AUDIT_SYSLOG gets each entry once it is committed, refusals too, and commits do not wait for it", async () => {
  const receiver = streamReceiver(listenTcp());
  const test = await testStorage(), { storage } = test;
  const auditSyslog = { protocol: "tcp", hostname: "127.0.0.1", port: receiver.port } as const;
  const given = exportAudit(storage, { settings: { auditSyslog }, log: () => {} });
  assert(given !== undefined);
  await storage.packages.create({ name: "P", description: "" }, { ...BY, address: "192.0.2.7" });
  await storage.packages.create({ name: "Q", description: "" }, BY);
  storage.refusals.record({
    kind: "sign_in_refused",
    who: undefined,
    name: "anna",
    address: "192.0.2.8",
    userAgent: "curl",
    route: "POST /api/auth/login",
    reason: "The user name or the password is wrong",
  });
  await until(() => receiver.received.length === 3);
  const [first, second, third] = receiver.received;
  assertMatch(
    first,
    /^<109>1 .* andon \d+ created .*sequenceId="1".* who="anna" .* address="192\.0\.2\.7"\]/,
  );
  assertMatch(second, /sequenceId="2".*"name":"Q"/);
  assertMatch(
    third,
    /^<108>1 .* sign_in_refused .*resource_id="anna" address="192\.0\.2\.8"\].*"reason":"The user/,
  );
  const sent = given.families().find(({ name }) => name === "andon_audit_export_total");
  assertEquals(sent?.type !== "histogram" && sent?.readings, [
    { labels: { outcome: "sent" }, value: 3 },
    { labels: { outcome: "lost" }, value: 0 },
  ]);
  await receiver.close();
  await storage.packages.create({ name: "R", description: "" }, BY);
  await given.close();
  await storage.packages.create({ name: "S", description: "" }, BY);
  await test[Symbol.asyncDispose]();
  assertEquals(exportAudit(storage, { settings: { auditSyslog: null }, log: () => {} }), undefined);
});

Deno.test("a running Andon sends its audit log, and says in /metrics what was lost", async () => {
  const receiver = streamReceiver(listenTcp());
  const settings = parseSettings(
    {
      ...{ PORT: "0", HOST: "127.0.0.1", KV_URL: ":memory:", ACTOR_SHARDS: "0", ADMIN_PASSWORD, SECRETS_KEY },
      AUDIT_SYSLOG: `tcp://127.0.0.1:${receiver.port}`,
    },
    "start",
    { cores: 1, tty: false },
  );
  const { secretsKey, adminPassword } = settings;
  assert(secretsKey !== null);
  const andon = await serve({ settings, secretsKey, adminPassword, log: () => {}, alwaysAllow: [] });
  const refused = await fetch(`${andon.address}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "mallory", password: "wrong" }),
  });
  assertEquals(refused.status, 401);
  await refused.body?.cancel();
  const names = (action: string) =>
    receiver.received.filter((message) => message.includes(` ${action} [meta `));
  await until(() => names("sign_in_refused").length === 1);
  assertMatch(names("created")[0], /resource_type="user"/);
  assertMatch(names("sign_in_refused")[0], /resource_id="mallory" address="(127\.0\.0\.1|::1)"/);
  const metrics = await (await fetch(`${andon.address}/metrics`)).text();
  assertMatch(metrics, /^andon_refusals_total\{kind="sign_in_refused"\} 1$/m);
  assertMatch(metrics, /^andon_audit_export_total\{outcome="lost"\} 0$/m);
  await andon.close();
  await receiver.close();
});
