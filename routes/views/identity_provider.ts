import type { IdentityProviderRecord } from "../../domain/identity_provider/types.ts";

/** An identity provider without its secret. */
export function identityProviderView(
  { v: _, sealed_client_secret, ...shown }: IdentityProviderRecord,
  redirect_address: string,
) {
  return { ...shown, has_client_secret: sealed_client_secret !== null, redirect_address };
}
