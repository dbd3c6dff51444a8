import { assert, assertEquals, assertMatch } from "@std/assert";
import { MESSAGE, mqttConfig, sent, told } from "../support/contact_points.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free_port.ts";
import { mqttBroker } from "../support/mqtt_broker.ts";
import { rawReceiver } from "../support/raw_receiver.ts";
import { RECEIVER_CA } from "../support/smtp_receiver.ts";

Deno.test("a message is published once for each QoS, with its key in the payload", async () => {
  await using broker = await mqttBroker();
  for (const qos of [0, 1, 2] as const) {
    const result = await sent(mqttConfig({ port: broker.port, qos, retain: qos === 2 }));
    const words = qos === 0
      ? "Sent without a confirmation (QoS 0)"
      : `The broker confirmed the message (QoS ${qos})`;
    assertEquals(told(result), ["accepted", 0, words]);
  }
  await eventually("three messages", () => broker.messages.length === 3);
  assertEquals(
    broker.messages.map(({ topic, qos, retain }) => [topic, qos, retain]),
    [["plant/alarms/critical", 0, false], ["plant/alarms/critical", 1, false], [
      "plant/alarms/critical",
      2,
      true,
    ]],
  );
  const { data } = JSON.parse(broker.messages[0].payload);
  assertEquals([data.key, data.event_key, data.events[0].id], [MESSAGE.key, "12", 12]);
});

Deno.test("a value stays within one level of the topic and is no wildcard", async () => {
  await using broker = await mqttBroker();
  const config = mqttConfig({ port: broker.port, topic: "plant/{title}/{status}" });
  for (const title of ["a/b", "+", "#", "$SYS/x", "with\u0000null"]) {
    await sent(config, { message: { title } });
  }
  assertEquals(
    broker.messages.map(({ topic }) => topic),
    ["plant/a_b/firing", "plant/_/firing", "plant/_/firing", "plant/$SYS_x/firing", "plant/with_null/firing"],
  );
});

Deno.test("MQTT over TLS: the password is never sent before the certificate fits", async () => {
  await using broker = await mqttBroker({ tls: true, user: { name: "andon", password: "right" } });
  const config = mqttConfig({ port: broker.port, tls: true, user: "andon", ca: RECEIVER_CA });
  assertEquals((await sent(config, { secrets: { password: "right" } })).outcome, "accepted");
  const wrong = await sent(config, { secrets: { password: "wrong" } });
  assertEquals([wrong.outcome, wrong.status], ["failed", 5]);
  assertMatch(wrong.words, /not authorized/i);
  assertEquals(broker.clients.length, 2);
  const unknown = await sent({ ...config, ca: null }, { secrets: { password: "right" } });
  assertEquals(unknown.outcome, "failed");
  assertMatch(unknown.words, /signed by an authority that is not known here/);
  const other = await sent({ ...config, host: "broker.example.org" }, { secrets: { password: "right" } });
  assertMatch(other.words, /certificate of broker\.example\.org is for another name/);
  assertEquals(broker.clients.length, 2);
});

Deno.test("a broker that hangs, cuts or refuses is tried again", async () => {
  await using hanging = await rawReceiver(() => () => {});
  const late = await sent(mqttConfig(hanging), { timeouts: { connectMs: 60_000, attemptMs: 1_000 } });
  assertEquals(told(late), ["retry", null, "No answer within 1 s"]);
  await using cutting = await rawReceiver((_, close) => (close(), () => {}));
  const cut = await sent(mqttConfig(cutting));
  assertEquals([cut.outcome, cut.status], ["retry", null]);
  const refused = await sent(mqttConfig({ port: freePort() }));
  assertEquals(refused.outcome, "retry");
  assertMatch(refused.words, /refused/i);
});

Deno.test("MQTT goes only where OUTBOUND_ALLOW says; unencrypted only to private addresses", async () => {
  await using broker = await mqttBroker();
  const refused = await sent(mqttConfig(broker), { allow: "" });
  assertEquals(refused.outcome, "failed");
  assertMatch(refused.words, /loopback address; add it to OUTBOUND_ALLOW/);
  const plain = await sent(mqttConfig({ port: broker.port, host: "broker.example.org" }), {
    resolve: () => Promise.resolve(["203.0.113.7"]),
    allow: "203.0.113.7",
  });
  assertMatch(plain.words, /not allowed over plain MQTT; use an encrypted connection/);
  assert(broker.clients.length === 0);
});
