const VENDOR_DOMAINS = [".connect.aveva.com", ".osisoft.com"];

/**
 * The base URL of a namespace's data: the host of its `Self` if it belongs to the vendor, else the configured base.
 * Tokens are sent to no other host.
 */
export function namespaceBase(configured: string, self: string | null | undefined): string {
  if (self === null || self === undefined || !URL.canParse(self)) return configured;
  const url = new URL(self);
  return isVendorHost(url) && url.host !== new URL(configured).host ? url.origin : configured;
}

/** Whether a URL is https on a host of the vendor, to which tokens may be sent. */
export function isVendorHost(url: URL): boolean {
  return url.protocol === "https:" && url.port === "" &&
    VENDOR_DOMAINS.some((domain) => url.hostname.endsWith(domain));
}
