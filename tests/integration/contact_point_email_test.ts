import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { emailConfig, MESSAGE, sent, told } from "../support/contact_points.ts";
import { freePort } from "../support/free_port.ts";
import { rawReceiver } from "../support/raw_receiver.ts";
import { smtpReceiver } from "../support/smtp_receiver.ts";

Deno.test("a mail arrives encrypted by STARTTLS, with text and HTML, its key and its thread", async () => {
  await using receiver = await smtpReceiver();
  const result = await sent(emailConfig(receiver));
  assertEquals(told(result), ["accepted", 250, "250 2.0.0 Ok: queued as 1"]);
  const [{ from, to, isEncrypted, mail }] = receiver.mails;
  assertEquals([from, to, isEncrypted], ["andon@example.org", ["room@example.org"], true]);
  assertEquals(mail.subject, MESSAGE.title);
  assertEquals(mail.text?.trim(), MESSAGE.text);
  assertStringIncludes(mail.html ?? "", `<a href="${MESSAGE.link}">`);
  const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
  assertEquals([header("auto-submitted"), header("importance")], ["auto-generated", "high"]);
  assertEquals([mail.inReplyTo, mail.references], [mail.references, mail.inReplyTo]);
  assert(mail.inReplyTo !== undefined && mail.inReplyTo !== mail.messageId);
});

Deno.test("a repeat has the same Message-ID, another message of the event the same thread", async () => {
  await using receiver = await smtpReceiver();
  await sent(emailConfig(receiver));
  await sent(emailConfig(receiver));
  await sent(emailConfig(receiver), { message: { key: "12/resolved/4/0/0/user:4/1", status: "resolved" } });
  await sent(emailConfig(receiver), { message: { key: "digest/7", event_key: null } });
  const [first, repeat, resolved, digest] = receiver.mails.map(({ mail }) => mail);
  assertEquals(first.messageId, repeat.messageId);
  assert(first.messageId !== resolved.messageId);
  assertEquals(first.references, resolved.references);
  assertEquals(digest.references, undefined);
});

Deno.test("what comes from outside is text: no header and no mark-up can be smuggled in", async () => {
  await using receiver = await smtpReceiver();
  const title = "Pump\r\nBcc: thief@example.org\r\n\r\n<script>alert(1)</script>";
  const text = `<img src="https://evil.example/x"> & 'more'\nhttps://evil.example/link`;
  await sent(emailConfig(receiver), { message: { title, text, to: "anna@example.org" } });
  const [{ to, mail, raw }] = receiver.mails;
  assertEquals(to, ["anna@example.org"]);
  assert(!/^bcc:/im.test(raw.slice(0, raw.indexOf("\r\n\r\n"))));
  assertEquals(mail.subject, "Pump Bcc: thief@example.org <script>alert(1)</script>");
  assert(!/<(script|img)/.test(mail.html ?? ""));
  assert(!(mail.html ?? "").includes('href="https://evil.example'));
  assertStringIncludes(
    mail.html ?? "",
    "&lt;img src=&quot;https://evil.example/x&quot;&gt; &amp; &#39;more&#39;",
  );
});

Deno.test("an address of a person that is no mail address is refused before anything is sent", async () => {
  await using receiver = await smtpReceiver();
  for (const to of ["a@b\r\nRCPT TO:<c@d>", "a@b,c@d", "<a@b>", "anna"]) {
    const [outcome, , words] = told(await sent(emailConfig(receiver), { message: { to } }));
    assertEquals(outcome, "failed");
    assertMatch(words, /is not a mail address/);
  }
  assertEquals(receiver.mails, []);
});

Deno.test("the answering link is only in mails to a person", async () => {
  await using receiver = await smtpReceiver();
  const answer_link = "https://andon.example.org/n/token";
  await sent(emailConfig(receiver), { message: { answer_link } });
  await sent(emailConfig(receiver), { message: { answer_link, to: "anna@example.org" } });
  assertEquals(receiver.mails.map(({ mail }) => mail.text?.includes(answer_link)), [false, true]);
});

Deno.test("STARTTLS is never left out: a server without it gets neither password nor mail", async () => {
  await using receiver = await smtpReceiver({ disabledCommands: ["STARTTLS"] });
  const [outcome, , words] = told(
    await sent(emailConfig({ port: receiver.port, user: "andon" }), { secrets: { password: "a-password" } }),
  );
  assertEquals(outcome, "failed");
  assertMatch(words, /^localhost does not begin TLS \(STARTTLS\), so nothing was sent/);
  assertEquals(receiver.mails, []);
});

Deno.test("someone between who strips STARTTLS from the server's answer gets nothing either", async () => {
  await using stripping = await rawReceiver((write) => {
    write("220 mail.example.org ESMTP\r\n");
    return (line) => {
      if (line.startsWith("EHLO")) write("250-mail.example.org\r\n250 AUTH PLAIN LOGIN\r\n");
      else if (line === "STARTTLS") write("454 4.7.0 TLS not available\r\n");
      else write("235 2.7.0 ok\r\n");
    };
  });
  const result = await sent(emailConfig({ port: stripping.port, user: "andon" }), {
    secrets: { password: "a-password" },
  });
  assertEquals([result.outcome, result.status], ["retry", 454]);
  assertMatch(result.words, /nothing was sent: 454 4\.7\.0 TLS not available/);
  assert(!stripping.lines.some((line) => /AUTH|MAIL|RCPT|DATA/.test(line)), stripping.lines.join());
});

Deno.test("a certificate that does not fit is named, and the message is not tried again", async () => {
  await using receiver = await smtpReceiver();
  await using tls = await smtpReceiver({ secure: true });
  const failures: [Partial<ReturnType<typeof emailConfig>>, RegExp][] = [
    [{ ca: null }, /certificate of localhost is signed by an authority that is not known here/],
    [{ host: "mail.example.org" }, /certificate of mail\.example\.org is for another name/],
  ];
  for (const [change, expected] of failures) {
    for (const way of [{ port: receiver.port }, { port: tls.port, tls: "tls" as const }]) {
      const [outcome, , words] = told(await sent(emailConfig({ ...way, ...change })));
      assertEquals(outcome, "failed");
      assertMatch(words, expected);
    }
  }
  const notTls = await sent(emailConfig({ port: receiver.port, tls: "tls" }));
  assertEquals(notTls.outcome, "failed");
  assertMatch(notTls.words, /does not begin with TLS on this port/);
  assertEquals((await sent(emailConfig({ port: tls.port, tls: "tls" }))).outcome, "accepted");
  assertEquals([receiver.mails.length, tls.mails.length], [0, 1]);
});

Deno.test("a wrong password is for good; the words are the server's", async () => {
  await using receiver = await smtpReceiver({
    onAuth({ username, password }, _, done) {
      if (username === "andon" && password === "right") done(null, { user: username });
      else done(new Error("Bad credentials"));
    },
  });
  const config = emailConfig({ port: receiver.port, user: "andon" });
  const wrong = await sent(config, { secrets: { password: "wrong" } });
  assertEquals([wrong.outcome, wrong.status], ["failed", 535]);
  assertMatch(wrong.words, /^535 .*Bad credentials/);
  assertEquals((await sent(config, { secrets: { password: "right" } })).outcome, "accepted");
  assertEquals(receiver.mails.map(({ user, isEncrypted }) => [user, isEncrypted]), [["andon", true]]);
});

Deno.test("4xx of the server is tried again, 5xx is not; a refused mailbox among others is named", async () => {
  const refusing = (code: number, which: string) =>
    smtpReceiver({
      onRcptTo({ address }, _, done) {
        if (address !== which) return done();
        done(Object.assign(new Error(`Not here: ${address}`), { responseCode: code }));
      },
    });
  await using later = await refusing(451, "room@example.org");
  const temporary = await sent(emailConfig(later));
  assertEquals([temporary.outcome, temporary.status], ["retry", 451]);
  await using never = await refusing(550, "room@example.org");
  const lasting = await sent(emailConfig(never));
  assertEquals([lasting.outcome, lasting.status], ["failed", 550]);
  assertMatch(lasting.words, /550 Not here: room@example\.org/);
  const both = await sent(emailConfig({ port: never.port, to: ["room@example.org", "shift@example.org"] }));
  assertEquals(both.outcome, "accepted");
  assertMatch(both.words, /room@example\.org was refused: 550 Not here/);
});

Deno.test("a server that hangs, cuts or refuses the connection is tried again", async () => {
  await using hanging = await rawReceiver(() => () => {});
  const late = await sent(emailConfig(hanging), { timeouts: { connectMs: 60_000, attemptMs: 1_000 } });
  assertEquals(told(late), ["retry", null, "No answer within 1 s"]);
  await using cutting = await rawReceiver((write, close) => {
    write("220 mail.example.org ESMTP\r\n");
    return () => close();
  });
  const cut = await sent(emailConfig(cutting));
  assertEquals([cut.outcome, cut.status], ["retry", null]);
  assertMatch(cut.words, /closed/i);
  await using atTheEnd = await rawReceiver((write, close) => {
    write("220 mail.example.org ESMTP\r\n");
    return (line) => {
      if (line === ".") close();
      else if (line === "DATA") write("354 Go on\r\n");
      else if (/^(EHLO|MAIL|RCPT)/.test(line)) write("250 ok\r\n");
    };
  });
  const half = await sent(emailConfig({ port: atTheEnd.port, tls: "none" }));
  assertEquals([half.outcome, half.status, atTheEnd.lines.at(-1)], ["retry", null, "."]);
  const refused = await sent(emailConfig({ port: freePort() }));
  assertEquals(refused.outcome, "retry");
  assertMatch(refused.words, /refused/i);
});

Deno.test("a server that does not take the finished mail at present is tried again", async () => {
  let mails = 0;
  await using receiver = await smtpReceiver({
    async onData(stream, _, done) {
      for await (const _ of stream);
      mails++;
      done(mails === 1 ? Object.assign(new Error("Try later"), { responseCode: 421 }) : null);
    },
  });
  assertEquals((await sent(emailConfig(receiver))).outcome, "retry");
  assertEquals((await sent(emailConfig(receiver))).outcome, "accepted");
});

Deno.test("mail goes only where OUTBOUND_ALLOW says, to the address that was checked", async () => {
  await using receiver = await smtpReceiver();
  const refused = await sent(emailConfig(receiver), { allow: "" });
  assertEquals(refused.outcome, "failed");
  assertMatch(refused.words, /localhost \(127\.0\.0\.1\) is a loopback address; add it to OUTBOUND_ALLOW/);
  const unknown = await sent(emailConfig(receiver), { resolve: () => Promise.resolve([]) });
  assertEquals(unknown.outcome, "retry");
  let lookups = 0;
  const rebinding = () => Promise.resolve([++lookups === 1 ? "127.0.0.1" : "127.0.0.2"]);
  const named = emailConfig({ port: receiver.port, host: "relay.invalid", tls: "none" });
  assertEquals((await sent(named, { resolve: rebinding })).outcome, "accepted");
  assertEquals(lookups, 1);
  const plain = await sent(emailConfig({ port: receiver.port, host: "mail.example.org", tls: "none" }), {
    resolve: () => Promise.resolve(["203.0.113.7"]),
    allow: "203.0.113.7",
  });
  assertMatch(plain.words, /not allowed over plain SMTP; use an encrypted connection/);
  assertEquals(receiver.mails.length, 1);
});
