import { assertMatch } from "@std/assert";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

browserTest(
  "refused credentials are red in the bar and said on the overview, the settings, the wall and about",
  async ({ on, open }) => {
    await pumps(on);
    await on.client.ok("POST", "/api/configuration", {
      ...(await on.client.ok("GET", "/api/configuration")).data,
      client_secret: "wrong",
    });
    const { page } = await open();
    const bar = page.locator(".status-bar .source.refused");
    await bar.waitFor();
    assertMatch(await bar.innerText(), /^Source refuses the credentials/);
    const panel = page.getByRole("region", { name: "Source and coverage" });
    await panel.getByText("Source refuses the credentials").waitFor();
    await panel.getByRole("link", { name: "Check the client ID and secret" }).click();
    await page.getByText("The source refuses the stored credentials.").waitFor();
    await page.goto("/settings/about");
    await page.locator(".facts .refused").getByText("Source refuses the credentials").waitFor();
    await page.goto("/wall");
    await page.locator(".no-data-banner").waitFor();
  },
);
