import type { ConfigurationRecord } from "../../../domain/configuration/schema.ts";

/** The configuration as a client reads it: never the secret, only whether there is one. */
export function configurationView(
  { v: _, kind: _kind, sealed_client_secret, ...shown }: ConfigurationRecord,
) {
  return { ...shown, has_client_secret: sealed_client_secret !== null };
}
