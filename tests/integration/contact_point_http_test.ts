import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { Webhook } from "standardwebhooks";
import { HTTP_PRESETS } from "../../domain/contact_point/presets.ts";
import { notificationShown } from "../../routes/notify/views/schemas/notification_webhook.ts";
import { httpConfig, MESSAGE, sent, told } from "../support/contact_points.ts";
import { freePort } from "../support/free_port.ts";
import { rawReceiver } from "../support/raw_receiver.ts";
import { RECEIVER_CA, RECEIVER_KEY } from "../support/smtp_receiver.ts";

const secret = (text: string) => `whsec_${btoa(text.padEnd(32, "."))}`;

interface Got {
  method: string;
  url: URL;
  headers: Headers;
  body: string;
}

/** A receiver on loopback, over TLS unless `plain`. */
function receiver(answer: (got: Got) => Response = () => new Response("ok"), { plain = false } = {}) {
  const got: Got[] = [];
  const tls = plain ? {} : { cert: RECEIVER_CA, key: RECEIVER_KEY };
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {}, ...tls }, async (request) => {
    const { method } = request;
    const headers = new Headers([...request.headers]);
    got.push({ method, url: new URL(request.url), headers, body: await request.text() });
    return answer(got[got.length - 1]);
  });
  const url = `${plain ? "http" : "https"}://localhost:${server.addr.port}`;
  return { url, got, [Symbol.asyncDispose]: () => server.shutdown() };
}

const webhook = (url: string, ca: string | null = RECEIVER_CA) => ({ kind: "webhook" as const, url, ca });
const SECRETS = { secret: secret("one") };

Deno.test("a webhook is verified by the library of Standard Webhooks, with either secret while one is replaced", async () => {
  await using at = receiver();
  const result = await sent(webhook(`${at.url}/hook`), {
    secrets: { secret: secret("new"), second_secret: secret("old") },
  });
  assertEquals(told(result), ["accepted", 200, "ok"]);
  const [{ body, headers }] = at.got;
  const given = Object.fromEntries(headers);
  for (const each of ["new", "old"]) {
    assertEquals(new Webhook(secret(each)).verify(body, given), JSON.parse(body));
  }
  assertEquals(headers.get("webhook-id"), MESSAGE.key);
  // The body stands in the OpenAPI document's webhooks.
  assertEquals(notificationShown.schema.parse(JSON.parse(body)).data.event_key, "12");
  let refusal: unknown;
  try {
    new Webhook(secret("other")).verify(body, given);
  } catch (error) {
    refusal = error;
  }
  assertMatch(String(refusal), /No matching signature/);
});

Deno.test("a repeat of a webhook has the same id, also if the key has letters that no header carries", async () => {
  await using at = receiver();
  for (let i = 0; i < 2; i++) {
    await sent(webhook(at.url), { secrets: SECRETS, message: { key: "12/größe\n" } });
  }
  const ids = at.got.map(({ headers }) => headers.get("webhook-id"));
  assertEquals(ids, ["12/gr%C3%B6%C3%9Fe%0A", "12/gr%C3%B6%C3%9Fe%0A"]);
  assertEquals(
    new Webhook(SECRETS.secret).verify(at.got[0].body, Object.fromEntries(at.got[0].headers)) !== null,
    true,
  );
});

Deno.test("the status decides whether a request is tried again; the words are the receiver's", async () => {
  const cases: [number, string, number | null][] = [
    [202, "accepted", null],
    [400, "failed", null],
    [401, "failed", null],
    [404, "failed", null],
    [408, "retry", 7_000],
    [425, "retry", 7_000],
    [429, "retry", 7_000],
    [500, "retry", 7_000],
    [503, "retry", 7_000],
  ];
  for (const [status, outcome, wait] of cases) {
    await using at = receiver(() =>
      new Response(`said ${status}`, { status, headers: { "retry-after": "7" } })
    );
    const result = await sent(webhook(at.url), { secrets: SECRETS });
    assertEquals([told(result), result.retry_after_ms], [[outcome, status, `said ${status}`], wait]);
  }
});

Deno.test("Retry-After may be a date, and is a day at most", async () => {
  const inAMinute = new Date(Date.now() + 60_000).toUTCString();
  for (const [text, least, most] of [[inAMinute, 1, 60_000], ["9999999", 86_400_000, 86_400_000]] as const) {
    await using at = receiver(() => new Response("", { status: 429, headers: { "retry-after": text } }));
    const { retry_after_ms } = await sent(webhook(at.url), { secrets: SECRETS });
    assert(
      retry_after_ms !== null && retry_after_ms >= least && retry_after_ms <= most,
      String(retry_after_ms),
    );
  }
  await using at = receiver(() => new Response("", { status: 429, headers: { "retry-after": "soon" } }));
  assertEquals((await sent(webhook(at.url), { secrets: SECRETS })).retry_after_ms, null);
});

Deno.test("a redirect is not followed: the secret goes only to the address that was entered", async () => {
  await using elsewhere = receiver();
  await using at = receiver(() => Response.redirect(`${elsewhere.url}/there`, 307));
  const result = await sent(webhook(at.url), { secrets: SECRETS });
  assertEquals(result.outcome, "failed");
  assertMatch(result.words, /^Redirects to https:\/\/localhost:\d+\/there; enter the address/);
  assertEquals(elsewhere.got, []);
});

Deno.test("words are cut at 2,000 characters, are plain, and never show a secret", async () => {
  const long = "a".repeat(1_999) + "bc";
  await using talkative = receiver(() => new Response(long));
  const { words } = await sent(webhook(talkative.url), { secrets: SECRETS });
  assertEquals([words.length, words.at(-1)], [2_000, "…"]);
  await using exact = receiver(() => new Response("a".repeat(2_000)));
  assertEquals((await sent(webhook(exact.url), { secrets: SECRETS })).words, "a".repeat(2_000));
  await using endless = receiver(() =>
    new Response(
      new ReadableStream({
        pull: (controller) => controller.enqueue(new TextEncoder().encode("x".repeat(4_096))),
      }),
    )
  );
  assertEquals((await sent(webhook(endless.url), { secrets: SECRETS })).words.length, 2_000);
  await using echo = receiver(({ headers, url }) =>
    new Response(`\u0007you sent ${headers.get("authorization")} to ${url.pathname}`, { status: 403 })
  );
  const config = httpConfig({
    url: `${echo.url}/{secret.token}`,
    headers: [{ name: "Authorization", value: "Bearer {secret.token}" }],
  });
  const said = await sent(config, { secrets: { token: "to p/secret" } });
  assertEquals(said.words, "you sent Bearer ••• to /•••");
});

Deno.test("a receiver that hangs, cuts, refuses or has a certificate that does not fit", async () => {
  await using hanging = await rawReceiver(() => () => {});
  const config = (port: number, scheme = "http") => webhook(`${scheme}://localhost:${port}/`);
  const late = await sent(config(hanging.port), {
    secrets: SECRETS,
    timeouts: { connectMs: 60_000, attemptMs: 1_000 },
  });
  assertEquals(told(late), ["retry", null, "No answer within 1 s"]);
  await using cutting = await rawReceiver((_, close) => () => close());
  const cut = await sent(config(cutting.port), { secrets: SECRETS });
  assertEquals([cut.outcome, cut.status], ["retry", null]);
  await using half = await rawReceiver((write, close) => (line) => {
    if (line !== "") return;
    write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
    close();
  });
  assertEquals(told(await sent(config(half.port), { secrets: SECRETS })), ["accepted", 200, "half"]);
  const refused = await sent(config(freePort()), { secrets: SECRETS });
  assertEquals(refused.outcome, "retry");
  assertMatch(refused.words, /refused/i);
  await using at = receiver();
  const unknown = await sent(webhook(at.url, null), { secrets: SECRETS });
  assertEquals(unknown.outcome, "failed");
  assertMatch(unknown.words, /signed by an authority that is not known here/);
  const other = await sent(webhook(at.url.replace("localhost", "hooks.example.org")), { secrets: SECRETS });
  assertEquals(other.outcome, "failed");
  assertMatch(other.words, /certificate of hooks\.example\.org:\d+ is for another name/);
  assertEquals(at.got, []);
});

Deno.test("an attempt that its caller stops ends at once and may be tried again", async () => {
  await using hanging = await rawReceiver(() => () => {});
  const stop = new AbortController();
  const sending = sent(webhook(`http://localhost:${hanging.port}/`), {
    secrets: SECRETS,
    signal: stop.signal,
  });
  stop.abort();
  assertEquals(told(await sending), ["retry", null, "Stopped before an answer"]);
});

Deno.test("requests go only where OUTBOUND_ALLOW says", async () => {
  await using at = receiver();
  await using plain = receiver(undefined, { plain: true });
  const refused = await sent(webhook(at.url), { secrets: SECRETS, allow: "" });
  assertEquals(refused.outcome, "failed");
  assertMatch(refused.words, /loopback address; add it to OUTBOUND_ALLOW/);
  assertEquals((await sent(webhook(plain.url), { secrets: SECRETS })).outcome, "accepted");
  const open = await sent(webhook("http://hooks.example.org/"), {
    secrets: SECRETS,
    resolve: () => Promise.resolve(["203.0.113.7"]),
    allow: "203.0.113.7",
  });
  assertEquals(open.outcome, "failed");
  assertMatch(open.words, /plain http; use https/);
  assertEquals(at.got, []);
});

const NASTY = `"},{"admin":true,"x":"\\ {secret.token} &to=+4400\r\nX-Evil: 1 ../..?a#b é`;

Deno.test("values are escaped where they stand: JSON, form, address and header", async () => {
  await using at = receiver();
  const message = { title: NASTY, text: NASTY, event_key: NASTY };
  const secrets = { token: "the-token" };
  const json = httpConfig({
    url: `${at.url}/v1/{event_key}?title={title}`,
    headers: [{ name: "X-Title", value: "{title}" }, {
      name: "Authorization",
      value: "Bearer {secret.token}",
    }],
    body: '{"title":"{title}","to":"{to}","level":{severity:critical=5,error=4,warning=3,info=2}}',
    to: "+49 1",
  });
  assertEquals((await sent(json, { message, secrets })).outcome, "accepted");
  const [{ url, headers, body }] = at.got;
  assertEquals(JSON.parse(body), { title: NASTY, to: "+49 1", level: 5 });
  assertEquals([url.pathname, url.searchParams.get("title")], [`/v1/${encodeURIComponent(NASTY)}`, NASTY]);
  assertEquals([headers.get("x-evil"), headers.get("authorization")], [null, "Bearer the-token"]);
  assertEquals(headers.get("x-title"), NASTY.replace("\r\n", " "));
  const form = httpConfig({
    url: at.url,
    content_type: "application/x-www-form-urlencoded",
    body: "text={text}&token={secret.token}",
  });
  await sent(form, { message, secrets });
  assertEquals([...new URLSearchParams(at.got[1].body)], [["text", NASTY], ["token", "the-token"]]);
  const plain = httpConfig({ url: at.url, content_type: "text/plain", body: "{text}" });
  await sent(plain, { message, secrets });
  assertEquals(at.got[2].body, NASTY);
});

Deno.test("a value cannot lead to another path", async () => {
  await using at = receiver();
  for (const title of ["..", ".", "%2e%2e"]) {
    const result = await sent(httpConfig({ url: `${at.url}/alarms/{title}/add` }), { message: { title } });
    assertEquals([title, result.outcome], [title, title.startsWith(".") ? "failed" : "accepted"]);
  }
  assertEquals(at.got.map(({ url }) => url.pathname), ["/alarms/%252e%252e/add"]);
});

Deno.test("a message to a person goes to the person's address, others to the contact point's own", async () => {
  await using at = receiver();
  const config = httpConfig({ url: at.url, body: '{"to":"{to}"}', to: "+44 1" });
  await sent(config, { message: { to: "+44 2" } });
  await sent(config);
  assertEquals(at.got.map(({ body }) => JSON.parse(body).to), ["+44 2", "+44 1"]);
});

Deno.test("each preset sends JSON from raised to resolved under one key", async () => {
  await using at = receiver();
  for (const { name, config, secrets } of HTTP_PRESETS) {
    const { pathname } = new URL(config.url);
    const given = Object.fromEntries(Object.keys(secrets).map((each) => [each, `the-${each}`]));
    const here = {
      ...config,
      url: at.url + pathname.replaceAll("%7B", "{").replaceAll("%7D", "}"),
      ca: RECEIVER_CA,
    };
    for (const message of [{ title: NASTY }, { key: "12/resolved/4", status: "resolved" as const }]) {
      assertEquals([name, (await sent(here, { secrets: given, message })).outcome], [name, "accepted"]);
    }
  }
  const watchers = at.got.splice(-6).filter((_, number) => number % 2 === 0);
  const bodies = at.got.map(({ body }) => JSON.parse(body));
  const [raised, resolved] = bodies;
  assertEquals([raised.event_action, raised.dedup_key, raised.routing_key], [
    "trigger",
    "12",
    "the-routing_key",
  ]);
  assertEquals([resolved.event_action, resolved.dedup_key], ["resolve", "12"]);
  assertEquals([raised.payload.severity, raised.payload.summary], ["critical", NASTY]);
  assertEquals([bodies[2].priority, bodies[2].topic], [5, "the-topic"]);
  assertEquals([bodies[4]["X-S4-Status"], bodies[5]["X-S4-Status"]], ["new", "resolved"]);
  assertEquals(at.got[4].url.pathname, "/webhook/the-team");
  assertEquals(
    watchers.map(({ method, url, headers }) => [method, url.pathname, headers.get("authorization")]),
    [
      ["POST", "/the-check", null],
      ["GET", "/api/push/the-token", null],
      ["POST", "/api/heartbeats/plant-a", "Bearer the-token"],
    ],
  );
});

Deno.test("Teams gets a card whose runs are text, Slack a text without marks", async () => {
  await using at = receiver(() => new Response(null, { status: 202 }));
  const message = { title: "**Pump** <!channel> & [x](https://evil.example)" };
  const secrets = { url: `${at.url}/hook?sig=the-signature` };
  await using plain = receiver(() => new Response(null, { status: 202 }), { plain: true });
  for (const kind of ["teams", "slack"] as const) {
    const result = await sent({ kind }, { message, secrets: { url: `${plain.url}/hook?sig=the-signature` } });
    assertEquals([kind, result.outcome, result.status], [kind, "accepted", 202]);
    const notTrusted = await sent({ kind }, { message, secrets });
    assertEquals([notTrusted.outcome, notTrusted.words.includes("the-signature")], ["failed", false]);
  }
  const [card, text] = plain.got.map(({ body }) => JSON.parse(body));
  const { content } = card.attachments[0];
  assertEquals(content.body[0].inlines, [
    { type: "TextRun", text: message.title, size: "Medium", weight: "Bolder", color: "attention" },
  ]);
  assert(content.body.every(({ type }: { type: string }) => type === "RichTextBlock"));
  assertEquals(content.actions, [{ type: "Action.OpenUrl", title: "Open in Andon", url: MESSAGE.link }]);
  assertEquals(text.mrkdwn, false);
  assertStringIncludes(text.text, "**Pump** &lt;!channel&gt; &amp; [x](https://evil.example)");
  assertStringIncludes(text.text, MESSAGE.link ?? "");
});
