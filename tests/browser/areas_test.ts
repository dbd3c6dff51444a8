import { assertEquals } from "@std/assert";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { placedPumps } from "./support/plant.ts";

const ANNA = { username: "anna", password: "a password of hers" };

browserTest(
  "an admin creates an area and gives a user a role in it, who then acts there only",
  async ({ on, open }) => {
    const plant = await placedPumps(on);
    await plant.press(1, 70);
    await plant.press(2, 70);
    const first = await on.event(plant.instances[0], (row) => row.is_active);
    const second = await on.event(plant.instances[1], (row) => row.is_active);
    const { page } = await open({ path: "/settings/areas" });
    await page.getByRole("button", { name: "New area" }).click();
    const form = page.getByRole("dialog", { name: "New area" });
    await form.getByLabel("Name").fill("Pumps of the north");
    await form.getByRole("button", { name: "Create area" }).click();
    await form.getByText("Select at least one location").waitFor();
    await form.getByRole("checkbox", { name: "Process hall" }).check();
    assertEquals(await seriousFindings(page), []);
    await form.getByRole("button", { name: "Create area" }).click();
    await page.getByRole("link", { name: "Pumps of the north" }).waitFor();

    await page.goto("/settings/users");
    await page.getByRole("button", { name: "New user" }).click();
    const user = page.getByRole("dialog", { name: "New user" });
    await user.getByLabel("User name").fill(ANNA.username);
    await user.getByLabel("Password").fill(ANNA.password);
    await user.getByLabel("Role in Pumps of the north").selectOption("operator");
    assertEquals(await seriousFindings(page), []);
    await user.getByRole("button", { name: "Create user" }).click();
    await page.getByText("operator in Pumps of the north").waitFor();

    const { page: own } = await open({ as: ANNA, path: `/events/${first.id}` });
    await own.getByRole("button", { name: "Acknowledge" }).click();
    await own.getByText(/Acknowledged/).first().waitFor();
    await own.goto(`/events/${second.id}`);
    await own.getByText("You act in your areas only; this event belongs to no area.").waitFor();
    assertEquals(await own.getByRole("button", { name: "Acknowledge" }).count(), 0);
    assertEquals(await own.getByRole("button", { name: "Add comment" }).count(), 0);
  },
);

browserTest(
  "my areas limit the lists of this browser, and the header counts the whole plant",
  async ({ on, open }) => {
    const plant = await placedPumps(on);
    await on.client.ok("POST", "/api/areas", { name: "Hall", plant_node_ids: ["AREA"] });
    await plant.press(1, 70);
    await plant.press(2, 70);
    for (const instance of plant.instances.slice(0, 2)) await on.event(instance, (row) => row.is_active);
    const { total } = (await on.client.ok("GET", "/api/rule-events/history?area=1")).pagination;
    const { page } = await open({ path: "/events" });
    await page.getByRole("button", { name: "Whole plant" }).click();
    await page.getByRole("checkbox", { name: "Hall" }).check();
    assertEquals(await seriousFindings(page), []);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("status").getByText(`${total} event${total === 1 ? "" : "s"} in Hall`).waitFor();
    await page.goto("/instances");
    await page.getByRole("button", { name: "Hall" }).waitFor();
    await page.goto("/wall");
    await page.getByRole("button", { name: "Filter: 1" }).waitFor();
    await page.getByText(/more in other areas or severities/).waitFor();
    await page.getByRole("banner").getByText("2", { exact: true }).first().waitFor();
  },
);
