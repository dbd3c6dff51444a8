const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\bWindows\b/, "Windows"],
  [/\bAndroid\b/, "Android"],
  [/\biPhone\b|\biPad\b/, "iOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/** A browser's name for people, from its User-Agent: "Firefox on Windows". Null if nothing is known. */
export function deviceName(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === "") return null;
  const named = (table: readonly [RegExp, string][]) =>
    table.find(([pattern]) => pattern.test(userAgent))?.[1];
  const browser = named(BROWSERS), system = named(SYSTEMS);
  if (browser === undefined) return userAgent.replace(/[\s/(].*/s, "").slice(0, 40) || null;
  return system === undefined ? browser : `${browser} on ${system}`;
}
