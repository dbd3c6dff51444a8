import { eventually } from "../support/eventually.ts";
import { browserTest } from "./support/browser_test.ts";
import { pumps } from "./support/plant.ts";

browserTest(
  "Ctrl+Enter sends a dialog from each of its fields: a line, a text, a choice, a check mark",
  async ({ on, open }) => {
    const plant = await pumps(on);
    await plant.press(1, 70);
    const { id } = await plant.raised(1);
    const { page } = await open({ path: `/events/${id}` });
    const event = () => on.client.ok("GET", `/api/rule-events/${id}`);

    await page.getByRole("button", { name: /^Shelve/ }).click();
    const shelve = page.getByRole("dialog", { name: "Shelve" });
    await shelve.getByLabel("Reason").fill("In service");
    await shelve.getByLabel("Reason").press("Control+Enter");
    await shelve.waitFor({ state: "detached" });
    await eventually("it is shelved", async () => (await event()).data.shelved_until !== null);

    await page.goto("/settings/keys");
    await page.getByRole("button", { name: "New key" }).click();
    const key = page.getByRole("dialog", { name: "New API key" });
    await key.getByLabel("Name").fill("Historian");
    await key.getByLabel("Expires").selectOption("date");
    await key.getByLabel("Last day").fill("31.13.2099");
    await key.getByLabel("Expires").press("Control+Enter");
    await key.getByText("Enter a date, such as 2026-01-31").waitFor();
    await key.getByLabel("Last day").fill("31.12.2099");
    await key.getByLabel("Active").press("Control+Enter");
    await eventually(
      "the key is stored",
      async () =>
        (await on.client.ok("GET", "/api/keys")).data.some(({ expires_at }: { expires_at: string }) =>
          expires_at === "2099-12-31T23:59:59.999Z"
        ),
    );
  },
);
