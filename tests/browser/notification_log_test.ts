import { assertEquals, assertMatch } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { HttpReceiver } from "../support/http_receiver.ts";
import type { RunningSystem } from "../support/running_system.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

async function fallback({ client }: RunningSystem, receiver: HttpReceiver): Promise<void> {
  await client.ok("POST", "/api/contact-points", {
    name: "Team chat",
    fallback: true,
    config: {
      kind: "http",
      method: "POST",
      url: receiver.url,
      content_type: "application/json",
      headers: [{ name: "x-key", value: "{delivery_key}" }],
      body: '{"title":"{title}"}',
    },
  });
}

browserTest(
  "an event's page says who was told with what result, and the log shows each attempt in the receiver's words",
  async ({ on, open }) => {
    await using receiver = new HttpReceiver();
    receiver.behave = ({ number }) =>
      number === 1 ? new Response("the channel was archived", { status: 410 }) : new Response("posted");
    await fallback(on, receiver);
    const plant = await pumps(on);
    await plant.press(1, 90);
    const { id } = await plant.raised(1);
    const { page } = await open({ path: `/events/${id}` });
    const told = page.getByRole("region", { name: "Who was told" });
    const row = told.getByRole("row", { name: /Team chat/ });
    await row.first().waitFor();
    await row.getByRole("cell", { name: "Failed the channel was archived" }).first().waitFor();
    await row.getByRole("cell", { name: "New event" }).first().waitFor();
    assertEquals(await told.getByText(/\d{4}-\d\d-\d\dT/).count(), 0);
    await page.goto(`${on.client.baseUrl}/notifications/log`);
    const log = page.getByRole("grid", { name: "Messages, newest first" });
    await log.getByRole("gridcell", { name: "Team chat" }).first().waitFor();
    await log.getByRole("gridcell", { name: /^Pump 1: / }).first().waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await log.getByRole("gridcell", { name: /^Team chat ?Pump 1: / }).first().waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByLabel("Result", { exact: true }).selectOption("failed");
    await log.getByRole("gridcell", { name: "Failed" }).click();
    assertMatch(page.url(), /state=failed/);
    const dialog = page.getByRole("dialog", { name: "New event" });
    await dialog.getByText("the channel was archived").waitFor();
    await dialog.getByText("Failed for good, code 410").waitFor();
    const link = dialog.getByRole("link", { name: /^Pump 1: / });
    assertEquals(await link.getAttribute("href"), `/events/${id}`);
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.getByLabel("Result", { exact: true }).selectOption("delivered");
    await page.getByText("No messages match the filters").waitFor();
    await page.getByLabel("Result", { exact: true }).selectOption("");
    await page.getByLabel("Drills", { exact: true }).selectOption("Only drills");
    await page.getByText("No messages match the filters").waitFor();
    await page.getByLabel("Drills", { exact: true }).selectOption("Without drills");
    await log.getByRole("gridcell", { name: "Team chat" }).first().waitFor();
    assertMatch(page.url(), /drills=without/);
  },
);

browserTest(
  "an event's page that was opened before anybody was told shows who is, without a reload",
  async ({ on, open }) => {
    await using receiver = new HttpReceiver();
    await fallback(on, receiver);
    const plant = await pumps(on);
    await plant.press(1, 90);
    const { id } = await plant.raised(1);
    let reads = 0;
    const { page } = await open({
      path: `/events/${id}`,
      async prepare(page) {
        await page.clock.install();
        await page.route(`**/api/rule-events/${id}/notifications`, async (route) => {
          const response = await route.fetch();
          const body = await response.json();
          await route.fulfill({ response, json: reads++ === 0 ? { ...body, data: [] } : body });
        });
      },
    });
    const told = page.getByRole("region", { name: "Who was told" });
    await told.getByText("Nobody has been told of this event.").waitFor();
    await page.clock.runFor(31_000);
    await told.getByRole("row", { name: /Team chat/ }).first().waitFor();
  },
);

browserTest(
  "a fallback that refuses messages brings back that nobody is called, and the event's page says who was not reached and why",
  async ({ on, open }) => {
    await using receiver = new HttpReceiver();
    await fallback(on, receiver);
    const { data: [{ id: pointId }] } = await on.client.ok("GET", "/api/contact-points");
    const test = () => on.client.ok("POST", `/api/contact-points/${pointId}/test`, {});
    await test();
    const plant = await pumps(on);
    const { page } = await open({ path: "/events" });
    const banner = page.getByRole("link", { name: /^Nobody is called/ });
    await page.getByRole("heading", { name: "Events" }).first().waitFor();
    assertEquals(await banner.count(), 0);
    receiver.behave = () => new Response("the token was revoked", { status: 403 });
    await plant.press(1, 90);
    const { id } = await plant.raised(1);
    await banner.waitFor();
    assertMatch(await banner.getAttribute("title") ?? "", /Team chat refuses messages/);
    await page.goto(`${on.client.baseUrl}/events/${id}`);
    const told = page.getByRole("region", { name: "Who was told" });
    await told.getByText("Nobody could be told of this event").waitFor();
    await told.getByRole("listitem").filter({ hasText: "Team chat: the token was revoked" }).waitFor();
    assertEquals(await seriousFindings(page), []);
    receiver.behave = () => new Response("posted");
    await test();
    await banner.waitFor({ state: "detached" });
    await told.getByRole("button", { name: "Refresh" }).click();
    await eventually("the event is told", async () => {
      await told.getByRole("button", { name: "Refresh" }).click();
      return await told.getByRole("cell", { name: "Accepted" }).count() > 0;
    });
    await told.getByText("Nobody could be told of this event").waitFor({ state: "detached" });
  },
);
