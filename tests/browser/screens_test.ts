import { assertEquals, assertMatch } from "@std/assert";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { placedPumps, pumps } from "./support/plant.ts";

browserTest(
  "an admin pairs a screen by its code; it shows the wall over a reload and follows its start page until it is ended",
  async ({ on, open }) => {
    const plant = await pumps(on);
    const { page: screen } = await open({ as: null, path: "/screen", allow: /401|WebSocket/ });
    const code = screen.getByRole("status", { name: /^Code( \d){6}$/ });
    await code.waitFor();
    assertEquals(await seriousFindings(screen), []);
    const { page: admin } = await open({ path: "/settings/screens" });
    await admin.getByText("No screen yet").waitFor();
    await admin.getByRole("button", { name: "Pair a screen" }).click();
    const form = admin.getByRole("dialog", { name: "Pair a screen" });
    assertEquals(await seriousFindings(admin), []);
    await form.getByLabel("Code").fill(await code.innerText());
    await form.getByLabel("Name").fill("Line 3");
    await form.getByLabel("Start page").fill("/wall?hours=8");
    await form.getByRole("button", { name: "Pair" }).click();
    await admin.getByText("Screen “Line 3” is paired").or(admin.getByText('Screen "Line 3" is paired'))
      .waitFor();
    const critical = screen.getByRole("group", { name: /^Critical, / });
    await screen.getByRole("heading", { name: "Event wall" }).waitFor();
    assertMatch(screen.url(), /\/wall\?hours=8$/);
    await plant.press(1, 90);
    await critical.first().waitFor();
    assertEquals(await screen.getByRole("navigation").count(), 0);
    assertEquals(await screen.getByRole("button").count(), 0);
    assertEquals(await seriousFindings(screen), []);
    await screen.reload();
    await critical.first().waitFor();
    await screen.goto("/settings/users");
    await critical.first().waitFor();
    assertMatch(screen.url(), /\/wall\?hours=8$/);
    await admin.getByRole("link", { name: "Line 3" }).click();
    await admin.getByRole("dialog", { name: "Line 3" }).getByLabel("Start page").fill(
      "/wall?layout=category",
    );
    await admin.getByRole("button", { name: "Save" }).click();
    await screen.waitForURL(/\/wall\?layout=category$/);
    await critical.first().waitFor();
    await admin.getByRole("button", { name: "End Line 3" }).click();
    await admin.getByText("No screen yet").waitFor();
    await screen.getByText("An administrator has ended this screen").waitFor();
    await code.waitFor();
    await screen.goto("/wall");
    await eventually("it asks to be paired again", () => new URL(screen.url()).pathname === "/screen");
  },
);

browserTest(
  "a screen shows the areas that an admin gives it, and its header counts the whole plant",
  async ({ on, open }) => {
    const plant = await placedPumps(on);
    await on.client.ok("POST", "/api/areas", { name: "Hall", plant_node_ids: ["AREA"] });
    await plant.press(1, 70);
    await plant.press(2, 90);
    await plant.raised(1);
    await plant.raised(2);
    const { page: screen } = await open({ as: null, path: "/screen", allow: /401|WebSocket/ });
    const code = screen.getByRole("status", { name: /^Code( \d){6}$/ });
    await code.waitFor();
    const { page: admin } = await open({ path: "/settings/screens?open=new", allow: /403/ });
    const form = admin.getByRole("dialog", { name: "Pair a screen" });
    await form.getByLabel("Code").fill(await code.innerText());
    await form.getByLabel("Name").fill("Hall, east wall");
    await form.getByRole("checkbox", { name: "Hall" }).check();
    assertEquals(await seriousFindings(admin), []);
    await form.getByRole("button", { name: "Pair" }).click();
    await admin.getByRole("gridcell", { name: "Hall", exact: true }).waitFor();

    await screen.getByText("1 active in Hall, 2 more in other areas or severities").waitFor();
    const tiles = screen.getByRole("group", { name: /^(Critical|Warning), / });
    await eventuallyEquals(() => tiles.count(), 1);
    await screen.getByRole("banner").getByRole("link", { name: /Critical: 1 .*Warning: 2 / }).waitFor();
    assertEquals(await seriousFindings(screen), []);

    await admin.goto("/settings/areas");
    await admin.getByRole("link", { name: "Hall" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await admin.getByRole("button", { name: "Delete area" }).click();
    await admin.getByText(/in use by screen "Hall, east wall"/).waitFor();

    await admin.goto("/settings/screens");
    await admin.getByRole("link", { name: "Hall, east wall" }).click();
    await admin.getByRole("dialog").getByRole("checkbox", { name: "Hall" }).uncheck();
    await admin.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await admin.getByRole("gridcell", { name: "Whole plant" }).waitFor();
    await screen.getByText("3 active", { exact: true }).waitFor();
    await eventuallyEquals(() => tiles.count(), 3);
  },
);
