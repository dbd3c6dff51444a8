/** What a contact point needs to reach a person: a mail address, or a number at a gateway. */
export const ADDRESS_KINDS = ["mail", "number"] as const;
export type AddressKind = (typeof ADDRESS_KINDS)[number];

const MAIL = /^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,64}@([a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}$/iu;
const NUMBER = /^\+?\d{2,20}$/;

/** The address as it is stored; undefined if it is none of its kind. */
export function readAddress(given: string, kind: AddressKind): string | undefined {
  if (kind === "number") {
    const number = given.replace(/[ ()/.-]/g, "");
    return NUMBER.test(number) ? number : undefined;
  }
  const at = given.lastIndexOf("@");
  return MAIL.test(given) ? given.slice(0, at) + given.slice(at).toLowerCase() : undefined;
}

/**
 * Whether mail may go to an address: its domain is in the list, by `example.com`, or below an entry `*.example.com`.
 * An empty list allows all. Numbers are not mail.
 */
export function isAllowedMail(address: string, domains: readonly string[]): boolean {
  const at = address.lastIndexOf("@");
  if (at < 0 || domains.length === 0) return true;
  const domain = address.slice(at + 1);
  return domains.some((one) => one.startsWith("*.") ? domain.endsWith(one.slice(1)) : domain === one);
}

/** The address for logs that others read: `a…@example.com`, `…67`. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return at < 0 ? `…${address.slice(-2)}` : `${address.slice(0, 1)}…${address.slice(at)}`;
}
