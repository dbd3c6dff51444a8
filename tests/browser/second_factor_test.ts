import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { oneTimeCode } from "../support/one_time_code.ts";
import { seriousFindings } from "./support/axe.ts";
import { browserTest, type BrowserTestContext } from "./support/browser_test.ts";
import { userOf } from "./support/plant.ts";

const STEP_MS = 30_000;

interface Account {
  username: string;
  password: string;
}

/** Passkeys work at localhost, not at 127.0.0.1. */
function atLocalhost({ on }: BrowserTestContext): string {
  return `http://localhost:${new URL(on.client.baseUrl).port}`;
}

/** An authenticator in the browser, which says yes and verifies the person. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function typePassword(page: Page, { username, password }: Account): Promise<void> {
  await page.getByRole("heading", { name: "Sign in to Andon" }).waitFor();
  await page.getByLabel("User name").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

function cookieOf(cookie: string): { name: string; value: string } {
  const at = cookie.indexOf("=");
  return { name: cookie.slice(0, at), value: cookie.slice(at + 1) };
}

async function secretOf(page: Page): Promise<string> {
  await page.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  const secret = page.getByLabel("Secret for the authenticator app");
  return (await secret.innerText()).replaceAll(" ", "");
}

async function recoveryCodes(page: Page): Promise<string[]> {
  const list = page.getByRole("list", { name: "Recovery codes" });
  await list.waitFor();
  return await list.getByRole("listitem").allInnerTexts();
}

/** A code that was not used: the next step's, which is one step early. */
const nextCode = (secret: string) => oneTimeCode(secret, Date.now() + STEP_MS);

browserTest(
  "an operator sets up codes, signs in with one, and with a recovery code once",
  async (context) => {
    const { on, open } = context;
    const as = await userOf(on, "operator");
    const { page } = await open({ as, path: "/settings/profile", allow: /40[01]|WebSocket/ });
    const panel = page.getByRole("region", { name: "Second factor" });
    await panel.getByRole("button", { name: "Set up codes" }).click();
    await page.getByRole("dialog").getByLabel("Current password").fill(as.password);
    await page.getByRole("button", { name: "Continue" }).click();
    const secret = await secretOf(page);
    const code = page.getByLabel("Code that the app shows");
    await code.fill("000000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText(/Is wrong; type what the app shows now/).first().waitFor();
    await code.fill(oneTimeCode(secret, Date.now()));
    await page.getByRole("button", { name: "Confirm" }).click();
    const [first, ...others] = await recoveryCodes(page);
    assertEquals(others.length, 9);
    assertEquals(await seriousFindings(page), []);
    const saved = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    const path = await (await saved).path();
    const file = await Deno.readTextFile(path);
    for (const one of [first, ...others, as.username]) assert(file.includes(one));
    await page.getByRole("button", { name: "Done" }).click();
    await panel.getByText("10 of 10 left").waitFor();

    const second = await open({ as: null, path: "/wall", allow: /401/ });
    await typePassword(second.page, as);
    const field = second.page.getByLabel("Code from your authenticator app");
    await field.waitFor();
    await second.page.locator("input[autocomplete=one-time-code]:focus").waitFor();
    assertEquals(await seriousFindings(second.page), []);
    await second.page.keyboard.type("000000");
    await second.page.keyboard.press("Enter");
    await second.page.getByText("The code is wrong or was used already").waitFor();
    await field.fill(nextCode(secret));
    await second.page.keyboard.press("Enter");
    await second.page.waitForURL("**/wall");

    const third = await open({ as: null, path: "/", allow: /401/ });
    for (const works of [true, false]) {
      await third.page.goto("/sign-in");
      await third.page.context().clearCookies({ name: /andon_session/ });
      await third.page.goto("/sign-in");
      await typePassword(third.page, as);
      await third.page.getByRole("button", { name: "Use a recovery code" }).click();
      await third.page.getByLabel("Recovery code").fill(first.toUpperCase());
      await third.page.keyboard.press("Enter");
      if (works) await third.page.getByRole("heading", { name: "Overview", exact: true }).waitFor();
      else await third.page.getByText("The code is wrong or was used already").waitFor();
    }
  },
);

browserTest("a passkey is added, confirms a sign-in, signs in alone, and is removed", async (context) => {
  const { on, browser } = context;
  const as = await userOf(on, "operator");
  const { page } = await browser.open(atLocalhost(context), {
    as,
    path: "/settings/profile",
    allow: /401|WebSocket/,
  });
  await addAuthenticator(page);
  const panel = page.getByRole("region", { name: "Second factor" });
  await panel.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("Work laptop");
  await page.getByRole("dialog").getByLabel("Current password").fill(as.password);
  await page.getByRole("button", { name: "Add passkey" }).click();
  assertEquals((await recoveryCodes(page)).length, 10);
  await page.getByRole("button", { name: "Done" }).click();
  await panel.getByText(/Passkey “Work laptop”/).waitFor();

  const signedOut = async () => {
    await page.context().clearCookies({ name: /andon_session/ });
    await page.goto("/sign-in");
  };
  await signedOut();
  await typePassword(page, as);
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByRole("heading", { name: "Overview", exact: true }).waitFor();

  await signedOut();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("heading", { name: "Overview", exact: true }).waitFor();

  await page.goto("/settings/profile");
  await panel.getByText(/last used/).waitFor();
  await panel.getByRole("button", { name: "Remove Passkey “Work laptop”" }).click();
  await page.getByRole("dialog").getByLabel("Current password").fill(as.password);
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await panel.getByText(/After your password, Andon can also ask/).waitFor();
});

browserTest(
  "who lacks a required factor sets one up at the sign-in, and an admin resets it",
  async ({ on, open }) => {
    const as = await userOf(on, "operator");
    const { page } = await open({ as: null, path: "/events", allow: /401|WebSocket/ });
    await typePassword(page, as);
    await page.getByRole("heading", { name: "Set up a second factor" }).waitFor();
    assertEquals(await seriousFindings(page), []);
    const isWithin = await page.locator("main").evaluate((main) => main.scrollWidth <= main.clientWidth);
    assert(isWithin, "nothing is wider than the card");
    await page.getByRole("button", { name: "Codes from an authenticator app" }).click();
    const secret = await secretOf(page);
    await page.locator("input[autocomplete=one-time-code]:focus").waitFor();
    await page.keyboard.type(oneTimeCode(secret, Date.now()));
    await page.keyboard.press("Enter");
    assertEquals((await recoveryCodes(page)).length, 10);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Events", exact: true }).waitFor();
    assertMatch(page.url(), /\/events$/);
    await page.goto("/settings/profile");
    const panel = page.getByRole("region", { name: "Second factor" });
    await panel.getByText(/At least one is required here/).waitFor();
    assertEquals(await panel.getByRole("button", { name: /^Remove/ }).count(), 0);

    const admin = { ...cookieOf(on.client.cookie), url: on.client.baseUrl };
    const { page: users } = await open({
      as: null,
      path: "/settings/users",
      prepare: (page) => page.context().addCookies([admin]),
    });
    await users.getByRole("row", { name: /operator-anna/ }).getByText("Codes", { exact: true }).waitFor();
    await users.getByRole("link", { name: as.username }).click();
    await users.getByRole("button", { name: "Reset" }).click();
    await users.getByRole("dialog", { name: /^Reset the second factor/ }).getByRole("button", {
      name: "Reset",
    })
      .click();
    await users.getByText(/second factors of .*operator-anna.* are removed/).waitFor();
    await page.goto("/wall");
    await page.getByRole("heading", { name: "Sign in to Andon" }).waitFor();
  },
  { environment: { REQUIRE_SECOND_FACTOR: "all" } },
);
