import { assertEquals } from "@std/assert";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";
import { placedPumps } from "./support/plant.ts";

browserTest(
  "an engineer writes policies, moves them by keyboard and previews who is told",
  async ({ on, open }) => {
    await placedPumps(on);
    const config = {
      kind: "email",
      host: "127.0.0.1",
      tls: "none",
      from: "andon@plant.example",
      to: ["room@plant.example"],
    };
    const control = { name: "Control room", fallback: true, config };
    await on.client.ok("POST", "/api/contact-points", control);
    await on.client.ok("POST", "/api/contact-points", { ...control, name: "Shift office", fallback: false });
    const { page } = await open({ path: "/notifications/policies", allow: /400 \(Bad Request\)/ });
    await page.getByText("Tell the fallback contact point.").waitFor();

    await page.getByRole("button", { name: "New policy" }).click();
    const form = page.getByRole("dialog", { name: "New policy" });
    await form.getByLabel("Name").fill("Critical in the hall");
    await form.getByLabel("Severities").selectOption("critical");
    await form.getByLabel("Locations, with what is below").selectOption({ index: 1 });
    await form.getByLabel("Step 1 calls").selectOption({ label: "Shift office" });
    await form.getByRole("button", { name: "Add step" }).click();
    await form.getByLabel("Step 2 calls").selectOption({ label: "Control room" });
    assertEquals(await seriousFindings(page), []);
    const edited = form.getByRole("region", { name: "Who is told" });
    await edited.getByText("As edited, not saved yet").waitFor();
    await edited.getByText("If nobody answers, by “Critical in the hall”:").waitFor();
    await edited.getByText("Shift office").waitFor();
    await edited.getByText("After 10 minutes").waitFor();
    await form.getByLabel("After minutes").nth(1).fill("25");
    await edited.getByText("After 25 minutes").waitFor();
    await form.getByLabel("After minutes").nth(1).fill("-3");
    await edited.getByText("No preview yet.").waitFor();
    await form.getByLabel("After minutes").nth(1).fill("10");
    await edited.getByText("After 10 minutes").waitFor();
    await edited.getByLabel("Event").selectOption("sample");
    await edited.getByText("Not by this policy").waitFor();
    assertEquals(
      (await on.client.ok("GET", "/api/notification-policies")).data.length,
      1,
      "nothing is saved",
    );
    await form.getByRole("button", { name: "Create policy" }).click();
    await page.getByText(/^Critical events in /).waitFor();
    await page.getByText("At once, call the contact point Shift office.").waitFor();
    await page.getByText("After 10 minutes, call the contact point Control room too.").waitFor();

    await on.client.ok("POST", "/api/notification-policies", {
      name: "Energy",
      match: { categories: ["energy"] },
    });
    const up = page.getByRole("button", { name: "Move Energy up" });
    await up.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("listitem").filter({ hasText: "Energy" }).first().waitFor();
    await page.getByRole("button", { name: "Move Critical in the hall up" }).waitFor();
    const names = async () => (await on.client.ok("GET", "/api/notification-policies")).data.map(nameOf);
    while ((await names())[0] !== "Energy") await new Promise((done) => setTimeout(done, 50));
    assertEquals(await names(), ["Energy", "Critical in the hall", "Everything else"]);

    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByRole("button", { name: "Show who is told" }).click();
    await preview.getByText("Nobody else is reached: Control room").waitFor();
    await preview.getByLabel("Location").selectOption({ index: 1 });
    await preview.getByRole("button", { name: "Show who is told" }).click();
    await preview.getByText("Shift office").waitFor();
    await preview.getByText("After 10 minutes").waitFor();
    assertEquals(await seriousFindings(page), []);
  },
);

const nameOf = ({ name }: { name: string }) => name;
