import { assertEquals } from "@std/assert";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

browserTest("the first steps follow what exists, are dismissed, and come to an end", async ({ on, open }) => {
  await on.configure();
  const { page } = await open();
  const steps = page.getByRole("region", { name: "First steps" });
  const step = (title: string) => steps.getByRole("listitem").filter({ hasText: title });
  await step("Say what you have").getByRole("img", { name: "Done:" }).waitFor();
  await step("Discover the streams").getByRole("img", { name: "Done:" }).waitFor();
  await step("Set up the plant").getByRole("img", { name: "To do:" }).waitFor();
  await on.client.ok("POST", "/api/plant-model", { floc_id: "W", name: "Works", node_type: "enterprise" });
  await step("Set up the plant").getByRole("img", { name: "Done:" }).waitFor();
  await steps.getByRole("button", { name: "Dismiss: Show the wall on a screen" }).click();
  await steps.getByText("1 step dismissed.").waitFor();
  await steps.getByRole("button", { name: "Show all" }).click();
  await step("Show the wall on a screen").waitFor();
});

browserTest(
  "once something is monitored, a button leads to the steps that are left",
  async ({ on, open }) => {
    await pumps(on);
    const { page } = await open();
    await page.getByRole("button", { name: "First steps: 2 left" }).click();
    const dialog = page.getByRole("dialog", { name: "First steps" });
    await dialog.getByText("5 of 7 steps done").waitFor();
    await dialog.getByRole("link", { name: "Show the wall on a screen" }).click();
    await page.getByRole("heading", { name: "Screens", exact: true }).waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "First steps: 2 left" }).click();
    await dialog.getByRole("button", { name: "Dismiss: Show the wall on a screen" }).click();
    await dialog.getByRole("button", { name: "Dismiss all" }).click();
    await page.reload();
    await page.getByRole("link", { name: "Since I came on" }).first().waitFor();
    await page.getByText("2 of 2 running").waitFor();
    assertEquals(await page.getByText("First steps").count(), 0);
  },
);
