import type { IdentityProviderRecord } from "../../../domain/identity_provider/types.ts";

/** Andon's addresses for a provider. */
export interface ProviderAddresses {
  redirect_address: string;
  after_logout_address: string;
  backchannel_logout_address: string;
}

/** An identity provider without its secret. */
export function identityProviderView(
  { v: _, sealed_client_secret, ...shown }: IdentityProviderRecord,
  addresses: ProviderAddresses,
) {
  return { ...shown, has_client_secret: sealed_client_secret !== null, ...addresses };
}
