import { chromium } from "playwright-core";
import { findChromium } from "../../tests/browser/support/chromium.ts";
import { builtConsole } from "../../tests/support/console_build.ts";
import { demoSystem } from "../../tests/support/demo_system.ts";
import { eventually } from "../../tests/support/eventually.ts";

/** A browser beside the demo plant, once something is active. */
export async function demoBrowser() {
  const binary = findChromium();
  if (binary === undefined) {
    throw new Error("There is no Chromium: apt-get install chromium, or set CHROMIUM_BIN");
  }
  const on = await demoSystem({ console: builtConsole });
  await eventually(
    "something is active",
    async () => (await on.client.ok("GET", "/api/rule-events/active")).data.length > 0,
    60_000,
  );
  const browser = await chromium.launch({ executablePath: binary, args: ["--no-sandbox"] });
  return {
    on,
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await on[Symbol.asyncDispose]();
    },
  };
}
