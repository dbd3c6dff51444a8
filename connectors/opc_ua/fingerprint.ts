/** As people compare it: upper-case digits in pairs. */
export function fingerprintText(hex: string): string {
  return hex.replaceAll(/[^0-9a-f]/gi, "").toUpperCase().match(/../g)?.join(":") ?? "";
}
