import { assertEquals, assertMatch } from "@std/assert";
import { HttpReceiver } from "../support/http_receiver.ts";
import { smtpReceiver } from "../support/smtp_receiver.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

browserTest(
  "nobody is called until an admin has set up a fallback contact point and its test has passed",
  async ({ open }) => {
    await using receiver = await smtpReceiver();
    const { page } = await open({ path: "/events" });
    const banner = page.getByRole("link", { name: /^Nobody is called\. / });
    await banner.waitFor();
    assertEquals(await seriousFindings(page), []);
    await banner.click();
    await page.getByRole("button", { name: "New contact point" }).click();
    const form = page.getByRole("dialog", { name: "New contact point" });
    await form.getByLabel("Name", { exact: true }).fill("Control room");
    await form.getByLabel("SMTP server").fill("127.0.0.1");
    await form.getByLabel("Port").fill(String(receiver.port));
    await form.getByLabel("Encryption").selectOption("none");
    await form.getByLabel("Sender's address").fill("andon@example.org");
    await form.getByLabel("Shared mailboxes").fill("no address");
    await form.getByRole("checkbox", { name: "Fallback" }).check();
    await form.getByRole("button", { name: "Create contact point" }).click();
    await form.getByText("“no address” is not a mail address").first().waitFor();
    await form.getByLabel("Shared mailboxes").fill("room@example.org");
    assertEquals(await seriousFindings(page), []);
    await form.getByRole("button", { name: "Send a test" }).click();
    await form.getByText("250 2.0.0 Ok: queued as 1").waitFor();
    // Exactly what was tested is saved, then something else.
    await form.getByRole("button", { name: "Create contact point" }).click();
    await banner.waitFor({ state: "detached" });
    await page.getByRole("gridcell", { name: /^Control room/ }).click();
    const edited = page.getByRole("dialog", { name: "Control room" });
    await edited.getByLabel("Shared mailboxes").fill("shift@example.org");
    await edited.getByRole("button", { name: "Save" }).click();
    await page.getByText("Not tested").waitFor();
    await banner.waitFor();
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByRole("dialog", { name: "Test of Control room" }).getByText("250 2.0.0 Ok: queued as 2")
      .waitFor();
    await page.getByRole("button", { name: "Close" }).click();
    await banner.waitFor({ state: "detached" });
    await page.getByRole("grid", { name: "Contact points" }).filter({ hasText: /Fallback[^]*Passed/ })
      .waitFor();
    assertEquals(receiver.mails.map(({ to }) => to), [["room@example.org"], ["shift@example.org"]]);
  },
);

browserTest("each kind has its own fields, and a preset asks for its secret first", async ({ open }) => {
  const { page } = await open({ path: "/notifications/contact-points?open=new" });
  const form = page.getByRole("dialog", { name: "New contact point" });
  const fields: Readonly<Record<string, string>> = {
    teams: "Address of the channel's webhook",
    webhook: "Signing secret",
    "http:pagerduty": "Integration key of the service",
    "http:sms": "{to} in messages to nobody in particular (optional)",
    mqtt: "Topic",
    http: "Text of the body",
    email: "SMTP server",
  };
  for (const [choice, label] of Object.entries(fields)) {
    await form.getByLabel("Kind").selectOption(choice);
    await form.getByLabel(label, { exact: true }).waitFor();
    assertEquals(await seriousFindings(page), []);
  }
  await form.getByLabel("Kind").selectOption("webhook");
  await form.getByRole("button", { name: "Generate a secret" }).click();
  assertMatch(await form.getByLabel("Signing secret", { exact: true }).inputValue(), /^whsec_[\w+/=]{44}$/);
});

browserTest("the list says what became of the last messages, and why they fail", async ({ on, open }) => {
  await using receiver = new HttpReceiver();
  await on.client.ok("POST", "/api/contact-points", {
    name: "Team chat",
    fallback: true,
    config: { kind: "http", method: "POST", url: receiver.url, body: "{}" },
  });
  const plant = await pumps(on);
  const { page } = await open({ path: "/notifications/contact-points" });
  const list = page.getByRole("grid", { name: "Contact points" });
  await list.getByText("No message yet").waitFor();
  await plant.press(1, 90);
  await list.getByText(/^Accepted \d+ (s|min) ago$/).waitFor();
  assertEquals(await seriousFindings(page), []);
  receiver.behave = () => new Response("the channel was archived", { status: 410 });
  await plant.press(2, 90);
  await list.getByText(/^Failing since /).waitFor();
  await list.getByText("the channel was archived").waitFor();
  assertEquals(await list.getByText(/\d{4}-\d\d-\d\dT/).count(), 0);
  const { page: phone } = await open({ path: "/notifications/contact-points", size: "phone" });
  await phone.getByText("Messages fail").waitFor();
  assertEquals(await seriousFindings(phone), []);
});
