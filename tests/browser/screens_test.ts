import { assertEquals, assertMatch } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

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
