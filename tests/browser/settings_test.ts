import { assert, assertEquals, assertMatch } from "@std/assert";
import { eventuallyEquals } from "../support/eventually.ts";
import { browserTest } from "./support/browser_test.ts";
import { AndonClient } from "../support/andon_client.ts";
import type { RunningSystem } from "../support/running_system.ts";
import { pumps, userOf } from "./support/plant.ts";

browserTest(
  "without a data source the page asks what there is, without browser errors, and shows one that is stored elsewhere",
  async ({ on, open }) => {
    const { page } = await open({ path: "/settings" });
    await page.getByRole("heading", { name: "What do you have?" }).waitFor();
    await on.configure();
    await page.getByRole("link", { name: "default", exact: true }).click();
    await page.getByText("A secret is stored; leave empty to keep it").waitFor();
  },
  { configuration: null },
);

browserTest(
  "the source is tested, discovered with its differences, and saved with errors at the fields",
  async ({ on, open }) => {
    await pumps(on);
    const { page } = await open({ path: "/settings/sources/1", allow: /400/ });
    const connection = page.getByRole("region", { name: "Connection" });
    await connection.getByRole("button", { name: "Test" }).click();
    await connection.getByText(/OK, [\d,]+ ms/).waitFor();
    await on.streams.make("number", "Own.Line1.Pump3.Pressure");
    const discovery = page.getByRole("region", { name: "Discovery" });
    await discovery.getByRole("button", { name: "Discover" }).click();
    await discovery.getByRole("status").filter({ hasText: /Added\s*1/ }).waitFor();
    await page.getByLabel("Polling interval, seconds").fill("0");
    await page.getByRole("button", { name: "Save" }).click();
    await page.locator("[aria-invalid=true]").waitFor();
    await page.getByLabel("Polling interval, seconds").fill("0.5");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText('Source "default" is updated').waitFor();
    assertEquals((await on.client.ok("GET", "/api/configuration")).data.poll_seconds, 0.5);
  },
);

browserTest(
  "a discovery names each difference once, with links to the instances, also of a stream with a very long name",
  async ({ on, open }) => {
    const { instances } = await pumps(on);
    const long = `Own.Line1.${"Pressure".repeat(120)}`;
    await on.streams.rename("Own.Line1.Pump1.Pressure", long);
    const { page } = await open({ path: "/settings/sources/1" });
    await page.getByRole("region", { name: "Discovery" }).getByRole("button", { name: "Discover" }).click();
    await page.getByText("1 difference").click();
    const row = page.getByRole("list", { name: "Differences" }).getByRole("listitem");
    await row.getByText("renamed, was Own.Line1.Pump1.Pressure").waitFor();
    await row.getByRole("link", { name: `#${instances[0]}` }).waitFor();
    await row.getByTitle(long).waitFor();
    const box = await row.boundingBox();
    assert(box !== null && box.height < 200, JSON.stringify(box));
  },
);

browserTest("a refused connection says why", async ({ on, open }) => {
  await on.configure();
  await on.client.ok("POST", "/api/configuration", {
    ...(await on.client.ok("GET", "/api/configuration")).data,
    client_secret: "wrong",
  });
  const { page } = await open({ path: "/settings/sources/1", allow: /Failed to load/ });
  await page.getByRole("button", { name: "Test" }).click();
  await page.getByRole("region", { name: "Connection" }).getByRole("alert").waitFor();
});

browserTest(
  "a user is created with errors at the fields, changed, disabled and deleted",
  async ({ on, open }) => {
    const { page } = await open({ path: "/settings/users", allow: /400/ });
    await page.getByRole("button", { name: "New user" }).click();
    const dialog = page.getByRole("dialog", { name: "New user" });
    await dialog.getByLabel("User name").fill("anna");
    await dialog.getByLabel("Password").fill("short");
    await dialog.getByRole("button", { name: "Create user" }).click();
    await dialog.locator("[aria-invalid=true]").waitFor();
    await dialog.getByLabel("Password").fill("a password of hers");
    await dialog.getByRole("button", { name: "Create user" }).click();
    await page.getByRole("link", { name: "anna" }).click();
    const anna = page.getByRole("dialog", { name: "anna" });
    await anna.getByLabel("Role").selectOption("engineer");
    await anna.getByLabel("Active").uncheck();
    await anna.getByRole("button", { name: "Save" }).click();
    await anna.waitFor({ state: "hidden" });
    await page.getByText("Disabled").waitFor();
    const { data } = await on.client.ok("GET", "/api/users");
    const made = data.find(({ username }: { username: string }) => username === "anna");
    assertEquals([made.role, made.is_active], ["engineer", false]);
    await page.getByRole("link", { name: "anna" }).click();
    await anna.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete user" }).click();
    await page.getByRole("link", { name: "anna" }).waitFor({ state: "detached" });
  },
);

/** An admin who owns API keys of these names. */
async function adminWithKeys(on: RunningSystem, names: string[]) {
  const user = { username: "anna", password: "a password of hers" };
  const { data } = await on.client.ok("POST", "/api/users", { ...user, role: "admin" });
  const client = new AndonClient(on.client.baseUrl);
  await client.signIn(user.username, user.password);
  for (const name of names) await client.ok("POST", "/api/keys", { name, role: "viewer" });
  return data;
}

const keyNames = async (on: RunningSystem) =>
  (await on.client.ok("GET", "/api/keys")).data.map(({ name }: { name: string }) => name);

browserTest(
  "disabling or deleting a user offers to end their API keys",
  async ({ on, open }) => {
    await adminWithKeys(on, ["historian", "archive"]);
    const { page } = await open({ path: "/settings/keys" });
    await page.getByRole("gridcell", { name: "anna" }).first().waitFor();
    await page.goto("/settings/users");
    await page.getByRole("link", { name: "anna" }).click();
    const anna = page.getByRole("dialog", { name: "anna" });
    await anna.getByLabel("Active").waitFor();
    assertEquals(await anna.getByLabel("End their 2 API keys").count(), 0);
    await anna.getByLabel("Active").uncheck();
    await anna.getByLabel("End their 2 API keys").uncheck();
    await anna.getByText("historian, archive").waitFor();
    await anna.getByRole("button", { name: "Save" }).click();
    await anna.waitFor({ state: "hidden" });
    assertEquals(await keyNames(on), ["historian", "archive"]);
    await page.getByRole("link", { name: "anna" }).click();
    await anna.getByRole("button", { name: "Delete" }).click();
    const confirm = page.getByRole("dialog", { name: "Delete anna?" });
    await confirm.getByLabel("End their 2 API keys").waitFor();
    await confirm.getByRole("button", { name: "Delete user" }).click();
    await page.getByText("2 API keys have ended").waitFor();
    assertEquals(await keyNames(on), []);
  },
);

browserTest(
  "a new key expires in a year, or on a date",
  async ({ on, open }) => {
    const { page } = await open({ path: "/settings/keys?open=new" });
    const expires = page.getByLabel("Expires");
    assertEquals(await expires.inputValue(), "365");
    assertEquals(await expires.locator("option").allInnerTexts(), [
      "In 30 days",
      "In 90 days",
      "In 1 year",
      "On a date",
    ]);
    await page.getByLabel("Name").fill("Reporting");
    await expires.selectOption("date");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByText("Enter a date").waitFor();
    await page.getByLabel("Last day").fill("2099-05-31");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("button", { name: "Done" }).click();
    const { data: [key] } = await on.client.ok("GET", "/api/keys");
    assertMatch(key.expires_at, /^2099-(05-31|06-01)T\d\d:59:59\.999Z$/);
  },
);

browserTest(
  "keys whose owner lost the role at the identity provider are ended after a confirmation that names them",
  async ({ on, open }) => {
    const { access } = on.andon.storage;
    await on.client.ok("POST", "/api/identity-providers", {
      name: "corp",
      issuer: "http://127.0.0.1:1",
      client_id: "andon",
      client_secret: "secret",
      grants: [{ group: "admins", role: "admin" }],
    });
    const anna = {
      ...{ providerId: 1, issuer: "http://127.0.0.1:1", subject: "anna", username: "anna@corp", grants: [] },
      displayName: "Anna Keller",
    };
    const { id: owner_id } = await access.signInExternal({ ...anna, role: "admin" });
    for (
      const name of [
        "Shift report",
        "Historian".repeat(20),
        ...Array.from({ length: 10 }, (_, i) => `Line ${i}`),
      ]
    ) {
      const draft = { name, role: "viewer", is_active: true, expires_at: null, owner_id } as const;
      await access.apiKeys.issue(draft, { name: "admin", role: "admin" });
    }
    await access.signInExternal({ ...anna, role: "operator" });
    const { page } = await open({ path: "/settings/keys", size: "phone" });
    const notice = page.getByRole("region", { name: "Keys of Anna Keller" });
    await notice.getByText(
      "Anna Keller is no longer an administrator at the identity provider, but owns 12 API keys.",
    ).waitFor();
    await notice.getByRole("button", { name: "End keys…" }).click();
    const dialog = page.getByRole("dialog", { name: "End 12 API keys of Anna Keller?" });
    await dialog.getByText(/Shift report, .*, Line 7 and 2 more\.$/).waitFor();
    const sideways =
      "document.querySelector('dialog').scrollWidth - document.querySelector('dialog').clientWidth";
    assertEquals(await page.evaluate<number>(sideways), 0);
    await dialog.getByRole("button", { name: "End keys" }).click();
    await notice.waitFor({ state: "detached" });
  },
);

browserTest(
  "a key is shown once, and the audit log holds each action with its differences",
  async ({ on, open }) => {
    const { page } = await open({ path: "/settings/keys?open=new" });
    await page.getByLabel("Name").fill("Reporting");
    await page.getByRole("button", { name: "Create key" }).click();
    const shown = page.getByRole("dialog", { name: /Reporting/ });
    const key = await shown.locator("code").first().innerText();
    assertMatch(key, /^andon_\S{20,}$/);
    await page.keyboard.press("Escape");
    await shown.getByRole("button", { name: "Done" }).click();
    await page.getByRole("link", { name: "Reporting" }).waitFor();
    assertEquals((await page.content()).includes(key), false);
    await on.client.ok("POST", "/api/packages", { name: "Utilities", description: "" });
    await page.goto("/settings/audit");
    await page.getByLabel("Resource", { exact: true }).selectOption("package");
    await page.getByText("1 entry", { exact: true }).waitFor();
    assertMatch(page.url(), /type=package/);
    await page.getByRole("gridcell", { name: "package “Utilities”" }).click();
    await page.getByRole("dialog").getByText("Utilities", { exact: true }).waitFor();
    await page.getByRole("dialog").getByText("from 127.0.0.1").waitFor();
    await on.client.post("/api/auth/login", { username: "nobody", password: "wrong" });
    await page.goto("/settings/audit");
    await page.getByLabel("Kind", { exact: true }).selectOption("refusals");
    assertMatch(page.url(), /kind=refusals/);
    await page.getByRole("gridcell", { name: "nobody" }).click();
    await page.getByRole("dialog").getByText("The user name or the password is wrong").waitFor();
  },
);

browserTest(
  "about shows readiness, metrics and shards; a viewer sees the source and nothing else",
  async ({ on, open }) => {
    const { page } = await open({ path: "/settings/about" });
    await page.getByText("Ready", { exact: true }).first().waitFor();
    await page.getByRole("region", { name: "Storage" }).getByText("Healthy").waitFor();
    await page.getByRole("region", { name: "Shards" }).getByText("1 of 1 ready").waitFor();
    const processes = page.getByRole("region", { name: "Processes" });
    assertEquals(await processes.count(), 0, "a single process has no such panel");
    const data = [
      { id: "andon-1-b1f4a7d20c93e586", role: "leader", program: "0.1.0", renewed_seconds: 0.2 },
      { id: "andon-2-c2a5000000000000", role: "standby", program: null, renewed_seconds: 1 },
    ];
    await page.route("**/api/processes", (route) => route.fulfill({ json: { success: true, data } }));
    await page.getByRole("button", { name: "Refresh" }).click();
    const rows = processes.getByRole("row");
    await rows.nth(2).waitFor();
    assertEquals(
      (await rows.allInnerTexts()).slice(1).map((text) => text.split("\t").map((cell) => cell.trim())),
      [
        ["andon-1-b1f4a7d20c93e586", "Leads", "0.1.0", "0 s"],
        ["andon-2-c2a5000000000000", "Stands by", "—", "1 s"],
      ],
    );
    await page.setViewportSize({ width: 390, height: 844 });
    const width = await page.evaluate("document.documentElement.scrollWidth");
    assertEquals(width, 390, "nothing scrolls sideways");
    const { page: viewed } = await open({ path: "/settings/sources/1", as: await userOf(on, "viewer") });
    await viewed.getByText("Namespace ID").waitFor();
    assertEquals(await viewed.getByRole("button", { name: /Save|Test|Discover/ }).count(), 0);
    await viewed.goto("/settings");
    await eventuallyEquals(
      () => viewed.getByRole("navigation", { name: "Settings" }).getByRole("link").allInnerTexts(),
      ["Data sources", "Plant", "Areas", "About and health", "Your profile"],
    );
  },
);
