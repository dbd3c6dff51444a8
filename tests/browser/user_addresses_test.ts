import { assertEquals } from "@std/assert";
import { eventuallyEquals } from "../support/eventually.ts";
import type { RunningSystem } from "../support/running_system.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest } from "./support/browser_test.ts";

/** A user with a confirmed address and one that is not. */
async function reachable({ client, andon: { storage } }: RunningSystem): Promise<number> {
  const point = await client.ok("POST", "/api/contact-points", {
    name: "Mail of the company",
    config: { kind: "email", host: "smtp.example.org", port: 587, from: "andon@example.org", to: [] },
  });
  const body = { username: "anna", password: "correct horse battery", role: "operator" };
  const { data: { id } } = await client.ok("POST", "/api/users", body);
  const by = { name: "anna", role: "operator" } as const, contact_point_id = point.data.id;
  for (const address of ["anna@example.org", "anna.keller@home.example"]) {
    await storage.contactAddresses.add(id, { contact_point_id, address }, by);
  }
  const of = { userId: id, addressId: 1 };
  await storage.contactAddresses.confirm(of, (await storage.contactAddresses.newCode(of)).code, by);
  return id;
}

browserTest(
  "an administrator sees and removes the addresses of a user, and confirms none",
  async ({ on, open }) => {
    const id = await reachable(on);
    const { page } = await open({ path: `/settings/users?open=${id}` });
    const addresses = page.getByRole("region", { name: "Addresses" });
    await addresses.getByText("Mail of the company: confirmed").waitFor();
    await addresses.getByText("Mail of the company: not confirmed, so nothing goes to it").waitFor();
    assertEquals(await addresses.getByRole("button").allInnerTexts(), ["Remove", "Remove"]);
    assertEquals(await seriousFindings(page), []);
    await addresses.getByRole("button", { name: "Remove anna@example.org" }).click();
    await page.getByRole("dialog", { name: "Remove anna@example.org of anna?" })
      .getByRole("button", { name: "Remove" }).click();
    await addresses.getByText("anna@example.org").waitFor({ state: "detached" });
    await eventuallyEquals(() => addresses.getByRole("listitem").count(), 1);
    const { data } = await on.client.ok("GET", `/api/users/${id}/contact-addresses`);
    assertEquals(data.addresses.map(({ address }: { address: string }) => address), [
      "anna.keller@home.example",
    ]);
    await addresses.getByRole("button", { name: "Remove anna.keller@home.example" }).click();
    await page.getByRole("dialog", { name: /^Remove anna\.keller/ }).getByRole("button", { name: "Remove" })
      .click();
    await addresses.getByText("No address. Users add and confirm their own in their profile.").waitFor();
  },
);
