import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { seriousFindings } from "./support/axe.ts";
import { timeline } from "../support/running_system.ts";
import { browserTest } from "./support/browser_test.ts";
import { placedPumps, pumps } from "./support/plant.ts";

const steps = (page: Page) => page.getByRole("navigation", { name: "Events of the list" });
const pathOf = (page: Page) => new URL(page.url()).pathname;

browserTest(
  "an event's page steps through the list that it was opened from, by keys and buttons, and Back returns to the list",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 90);
    await plant.press(2, 70);
    await on.event(plant.instances[0], (row) => row.severity === "critical");
    await plant.raised(2);
    const { data } = await on.client.ok("GET", "/api/rule-events/history?severity=warning");
    const [first, second] = data.map(({ id }: { id: number }) => `/events/${id}`);
    const { page } = await open({ path: "/events?severity=warning" });
    await page.locator('[data-row="0"]').getByRole("link").click();
    await steps(page).getByText("1 of 2: Events, newest first").waitFor();
    assertEquals(pathOf(page), first);
    await page.keyboard.press("k");
    assertEquals(pathOf(page), first);
    await page.keyboard.press("j");
    await steps(page).getByText("2 of 2").waitFor();
    assertEquals(pathOf(page), second);
    await page.reload();
    await steps(page).getByText("2 of 2").waitFor();
    assertEquals(await seriousFindings(page), []);
    await steps(page).getByRole("button", { name: "Previous event" }).click();
    await steps(page).getByText("1 of 2").waitFor();
    assertEquals(pathOf(page), first);
    await eventuallyEquals(
      () => page.evaluate<string>("document.activeElement.getAttribute('aria-label')"),
      "Previous event",
    );
    await page.goBack();
    await page.getByText("2 events", { exact: true }).waitFor();
    assertEquals(page.url().endsWith("/events?severity=warning"), true);
    await page.goto(`${first}`);
    await page.getByRole("region", { name: "Details" }).waitFor();
    assertEquals(await steps(page).count(), 0);
  },
);

browserTest(
  "stepping goes on at the list's next page; the wall forwards its order; the last ten times are shown",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const at = timeline();
    const times = Array.from({ length: 101 }, (_, time): [string, number][] => [
      [at(time * 0.02), 70],
      [at(time * 0.02 + 0.01), 20],
    ]);
    await on.streams.write("Own.Line1.Pump1.Pressure", ...times.flat());
    const ended = "/api/rule-events/history?is_active=false&limit=101";
    await eventuallyEquals(async () => (await on.client.ok("GET", ended)).data.length, 101);
    const { data } = await on.client.ok("GET", ended);
    const { page } = await open({ path: "/events?page=2" });
    await page.locator('[data-row="0"]').getByRole("link").click();
    await steps(page).getByText("101 of 101").waitFor();
    await page.keyboard.press("k");
    await steps(page).getByText("100 of 101").waitFor();
    assertEquals(pathOf(page), `/events/${data[99].id}`);
    assertEquals(await steps(page).getByRole("link").getAttribute("href"), "/events?page=1");
    await page.keyboard.press("j");
    await steps(page).getByText("101 of 101").waitFor();
    assertEquals(pathOf(page), `/events/${data[100].id}`);
    const past = page.getByRole("region", { name: "Last 10 times" });
    await past.getByText("returned to normal").first().waitFor();
    await eventuallyEquals(() => past.getByRole("listitem").count(), 10);
    await plant.press(2, 90);
    await on.event(plant.instances[1], (row) => row.severity === "critical");
    await page.goto("/wall?ended=1");
    await page.getByRole("group", { name: /^Critical, / }).waitFor();
    await page.locator("[data-key]").nth(2).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("o");
    await steps(page).getByText("1 of 3: Event wall").waitFor();
    await steps(page).getByRole("link", { name: "Event wall" }).click();
    await page.waitForURL(/\/wall\?ended=1$/);
  },
);

browserTest(
  "an event's page names its place as links, copies its link, and shows the other times of its alarm alone",
  async ({ on, open }) => {
    const plant = await placedPumps(on);
    await plant.press(1, 90);
    const critical = await on.event(plant.instances[0], (row) => row.severity === "critical");
    const { id: earlier } = await on.event(plant.instances[0], (row) => row.severity === "warning");
    await on.client.ok("POST", `/api/rule-events/${earlier}/comments`, { text: "Gasket leaks" });
    await on.client.ok("POST", `/api/rule-events/${earlier}/comments`, { text: "Gasket changed" });
    await plant.press(1, 20);
    await eventually(
      "both are over",
      async () => (await on.client.ok("GET", "/api/rule-events/active")).data.length === 0,
    );
    await plant.press(1, 70);
    const { id } = await plant.raised(1);
    const { page } = await open({ path: `/events/${id}` });
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const place = page.getByRole("navigation", { name: "Location" });
    await place.getByRole("link", { name: "Process hall" }).waitFor();
    assertEquals(
      await Promise.all((await place.getByRole("link").all()).map((link) => link.getAttribute("href"))),
      ["WORKS", "NORTH", "AREA", "LINE2", "PUMP1"].map((node) => `/plant?node=${node}`),
    );
    const past = page.getByRole("region", { name: "Last 10 times" });
    await past.getByText("Own.Line1.Pump1.Pressure: 90, limit 60").waitFor();
    await past.getByText("returned to normal").waitFor();
    await past.getByText("Gasket changed").waitFor();
    await past.getByRole("link", { name: "1 older comment" }).waitFor();
    await eventuallyEquals(() => past.getByRole("listitem").count(), 1);
    await page.keyboard.press("l");
    await page.getByText("The link is copied").waitFor();
    assertEquals(
      await page.evaluate<string>("navigator.clipboard.readText()"),
      `${on.client.baseUrl}/events/${id}`,
    );
    await page.goto(`/events/${critical.id}`);
    await past.getByText("No other event of this alarm").waitFor();
  },
);
