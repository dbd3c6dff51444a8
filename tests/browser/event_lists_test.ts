import { assertEquals, assertMatch } from "@std/assert";
import { eventuallyEquals } from "../support/eventually.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps, userOf } from "./support/plant.ts";

browserTest(
  "events are found by text, person and time; the address keeps the filters",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 70);
    const { id } = await plant.raised(1);
    await plant.press(2, 70);
    await plant.raised(2);
    await on.client.ok("POST", `/api/rule-events/${id}/comments`, { text: "Gasket leaks" });
    const { page } = await open({ path: "/events" });
    await page.getByText("2 events", { exact: true }).waitFor();
    await page.getByRole("searchbox", { name: "Search events" }).fill("gasket");
    await page.keyboard.press("Enter");
    await page.getByText("1 event", { exact: true }).waitFor();
    assertMatch(page.url(), /text=gasket/);
    await page.goto("/events?person=admin");
    await page.getByText("1 event", { exact: true }).waitFor();
    await page.goto("/events?person=nobody");
    await page.getByText("No events match the filters").waitFor();
    await page.goto("/events");
    await page.getByRole("button", { name: "Time: Any time" }).click();
    const dialog = page.getByRole("dialog", { name: "Time" });
    await dialog.getByLabel("Show").selectOption("Jump to a day");
    await dialog.getByLabel("Day").fill("2020-01-31");
    await dialog.getByRole("button", { name: "Show" }).click();
    await page.getByText("No events match the filters").waitFor();
    assertMatch(page.url(), /to=2020-/);
    await page.getByRole("button", { name: /^Time: Before 2020-02-01 00:00/ }).click();
    await dialog.getByRole("button", { name: "Any time" }).click();
    await page.getByText("2 events", { exact: true }).waitFor();
  },
);

browserTest(
  "the dialog of a time names the zone that its fields are in: the plant's, or the reader's own",
  async ({ on, open }) => {
    await pumps(on);
    const { page } = await open({ path: "/events", timezone: "Asia/Kolkata" });
    const dialog = page.getByRole("dialog", { name: "Time" });
    const openTime = () => page.getByRole("button", { name: /^Time: / }).click();
    await openTime();
    await dialog.getByText("Time zone: Europe/Zurich, CET/CEST").waitFor();
    await dialog.getByLabel("From").fill("2020-07-31T08:00");
    await dialog.getByRole("button", { name: "Show" }).click();
    await page.getByRole("button", { name: "Time: Since 2020-07-31 08:00 CEST" }).waitFor();
    assertMatch(page.url(), /from=2020-07-31T06%3A00%3A00Z/);
    await page.goto("/settings/profile");
    await page.getByRole("region", { name: "This browser" }).getByLabel("Time zone").selectOption("own");
    await page.locator(".clock").getByText("GMT+5:30").waitFor();
    await page.goto("/events");
    await openTime();
    await dialog.getByText(/^Time zone: Asia\/(Kolkata|Calcutta), GMT\+5:30$/).waitFor();
    const { data } = await on.client.ok("GET", "/api/streams/active");
    await page.goto(`/plant/streams/${data[0].id}`);
    await page.getByRole("button", { name: "Dates" }).click();
    await dialog.getByText(/^Time zone: Asia\/(Kolkata|Calcutta), GMT\+5:30$/).waitFor();
    await dialog.getByLabel("Show").selectOption("Around a time");
    await dialog.getByLabel("Time", { exact: true }).fill("2026-01-31T08:00:00");
    await dialog.getByRole("button", { name: "Show" }).click();
    await page.getByText("2026-01-31 07:30:00 GMT+5:30 to 2026-01-31 08:30:00 GMT+5:30", { exact: true })
      .waitFor();
  },
  { environment: { PLANT_TIME_ZONE: "Europe/Zurich" } },
);

browserTest(
  "a view is saved with a name; an engineer's is everybody's, and nobody else's own is shown",
  async ({ on, open }) => {
    await pumps(on);
    const { page } = await open({ path: "/events?severity=critical" });
    const save = async (name: string, isShared: boolean) => {
      await page.getByRole("button", { name: "Views" }).click();
      await page.getByRole("button", { name: "Save this view" }).click();
      const dialog = page.getByRole("dialog", { name: "Save this view" });
      await dialog.getByLabel("Name").fill(name);
      if (isShared) await dialog.getByLabel("For everybody").check();
      await dialog.getByRole("button", { name: "Save view" }).click();
      await dialog.waitFor({ state: "detached" });
    };
    await save("Only critical", true);
    await save("Mine", false);
    const viewer = await open({ path: "/events", as: await userOf(on, "viewer") });
    await viewer.page.getByRole("button", { name: "Views" }).click();
    const views = viewer.page.getByRole("dialog", { name: "Saved views" });
    await views.getByRole("link", { name: "Only critical" }).waitFor();
    await eventuallyEquals(() => views.getByRole("link").count(), 1);
    assertEquals(await views.getByRole("button", { name: /^Delete/ }).count(), 0);
    await views.getByRole("link", { name: "Only critical" }).click();
    await viewer.page.waitForURL(/\/events\?severity=critical$/);
  },
);
