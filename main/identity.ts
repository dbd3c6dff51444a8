import { createOutboundGuard } from "../connectors/outbound.ts";
import type { ProxySettings } from "../connectors/outbound_fetch.ts";
import type { IdentityClient } from "../domain/identity_provider/identity_client.ts";

interface IdentityOptions {
  /** The text of OUTBOUND_ALLOW. */
  outboundAllow: string;
  proxy: ProxySettings;
}

/** A client of identity providers whose libraries load with the first call, so that a start without one is as fast. */
export function lateIdentityClient({ outboundAllow: allow, proxy }: IdentityOptions): IdentityClient {
  let made: Promise<IdentityClient> | undefined;
  const client = () =>
    made ??= import("../connectors/identity/client.ts").then(({ createIdentityClient }) =>
      createIdentityClient({ outbound: createOutboundGuard({ allow, alwaysAllow: [] }), proxy })
    );
  return {
    begin: async (provider, redirectAddress) => await (await client()).begin(provider, redirectAddress),
    finish: async (provider, callback) => await (await client()).finish(provider, callback),
    recheck: async (provider, signedIn) => await (await client()).recheck(provider, signedIn),
    logoutPage: async (provider, logout) => await (await client()).logoutPage(provider, logout),
    verifyPassword: async (provider, given) => await (await client()).verifyPassword(provider, given),
    verifyLogout: async (provider, token) => await (await client()).verifyLogout(provider, token),
    test: async (provider, redirectAddress) => await (await client()).test(provider, redirectAddress),
    verifyToken: async (provider, token) => await (await client()).verifyToken(provider, token),
    close: async () => await (await made)?.close(),
  };
}
