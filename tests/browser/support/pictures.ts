import type { Page } from "playwright-core";

/** A page that is checked by axe and stored in docs/pictures. */
export interface Picture {
  /** The file name: `wall-timeline`. */
  name: string;
  path: string;
  /** Nobody is signed in. */
  signedOut?: boolean;
  /** Waits until the content is shown. */
  ready(page: Page): Promise<void>;
  /** For the picture only, with the plant of `deno task dev`: preparations on the page. */
  pose?(page: Page): Promise<void>;
}

const seen = (role: "heading" | "grid" | "slider" | "group" | "tree" | "img", name: RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first().waitFor();

async function bearing(page: Page, names: { vibration: string; temperature: string }): Promise<void> {
  await page.getByRole("combobox", { name: "BEARING_TEMPERATURE" }).fill(names.temperature);
  await page.getByRole("combobox", { name: "VIBRATION" }).fill(names.vibration);
  await page.keyboard.press("Escape");
}

async function bindFiller(page: Page): Promise<void> {
  const filler = "Riverside.Line1.Filler";
  await bearing(page, { vibration: `${filler}.Vibration`, temperature: `${filler}.BearingTemperature` });
  await page.getByLabel("Name", { exact: true }).fill("Line 1 filler bearing");
  await page.getByText("is above").first().waitFor();
}

async function tryPattern(page: Page): Promise<void> {
  await bearing(page, { vibration: "*.*.*.Vibration", temperature: "*.*.*.BearingTemperature" });
  await page.getByLabel("Name of each instance").fill("* * * bearing");
  await page.getByRole("button", { name: "Preview" }).click();
  await page.getByRole("grid").first().waitFor();
}

/** Each page, and each view that differs much. */
export const PICTURES: readonly Picture[] = [
  { name: "sign-in", path: "/sign-in", signedOut: true, ready: seen("heading", /Sign in to Andon/) },
  { name: "overview", path: "/", ready: seen("tree", /Plant/) },
  { name: "wall", path: "/wall", ready: seen("group", /(Critical|Error|Warning|Info), /) },
  { name: "wall-timeline", path: "/wall?layout=timeline", ready: seen("grid", /Events of this time/) },
  { name: "shift", path: "/shift", ready: seen("heading", /Not acknowledged/) },
  { name: "hidden", path: "/hidden", ready: seen("heading", /Filtered/) },
  { name: "events", path: "/events", ready: seen("grid", /Events/) },
  { name: "event", path: "/events/:event", ready: seen("slider", /Trend of/) },
  { name: "rules", path: "/rules", ready: seen("grid", /Templates/) },
  {
    name: "rule-editor",
    path: "/rules/1?rule=1",
    ready: seen("slider", /Trend of/),
  },
  { name: "rule-new", path: "/rules/new", ready: seen("group", /Conditions/) },
  { name: "rule-on-stream", path: "/rules/new?stream=:stream", ready: seen("slider", /, limit$/) },
  { name: "rule-versions", path: "/rules/1/versions", ready: seen("grid", /Versions/) },
  { name: "rules-import", path: "/rules/import", ready: seen("heading", /Import a package/) },
  { name: "contact-points", path: "/notifications/contact-points", ready: seen("heading", /Contact points/) },
  { name: "assistant", path: "/assistant", ready: seen("group", /Questions and answers/) },
  { name: "assistant-providers", path: "/assistant/providers", ready: seen("heading", /Providers/) },
  { name: "assistant-logs", path: "/assistant/logs?log=usage", ready: seen("heading", /Logs and usage/) },
  { name: "plant", path: "/plant", ready: seen("tree", /Plant/) },
  { name: "plant-proposal", path: "/plant/proposal", ready: seen("heading", /Locations from names/) },
  { name: "streams", path: "/plant/streams?state=watched", ready: seen("grid", /Streams/) },
  { name: "stream", path: "/plant/streams/:stream", ready: seen("slider", /Trend of/) },
  { name: "explore", path: "/explore?streams=:stream&range=8h", ready: seen("slider", /Trend of/) },
  { name: "instances", path: "/instances", ready: seen("grid", /Instances/) },
  { name: "instance", path: "/instances/1", ready: seen("slider", /Trend of/) },
  {
    name: "instance-new",
    path: "/instances/new?template=1",
    ready: seen("group", /Placeholders/),
    pose: bindFiller,
  },
  {
    name: "instances-pattern",
    path: "/instances/bulk?template=1",
    ready: seen("heading", /from a pattern/),
    pose: tryPattern,
  },
  { name: "on-call", path: "/notifications/on-call", ready: seen("heading", /^On call$/) },
  { name: "settings", path: "/settings", ready: seen("grid", /Data sources/) },
  { name: "source", path: "/settings/sources/1", ready: seen("heading", /^Connection$/) },
  { name: "source-new", path: "/settings/sources/new", ready: seen("heading", /What do you have/) },
  { name: "users", path: "/settings/users", ready: seen("grid", /Users/) },
  { name: "audit", path: "/settings/audit", ready: seen("grid", /Audit log/) },
  { name: "about", path: "/settings/about", ready: seen("heading", /Shards/) },
  { name: "profile", path: "/settings/profile", ready: seen("heading", /Your profile/) },
  { name: "policies", path: "/notifications/policies", ready: seen("heading", /Everything else/) },
  { name: "notification-log", path: "/notifications/log", ready: seen("heading", /Notification log/) },
  { name: "heartbeats", path: "/notifications/heartbeats", ready: seen("heading", /^Heartbeats$/) },
  { name: "quality", path: "/quality", ready: seen("heading", /Bad actors/) },
];
