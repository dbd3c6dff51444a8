import { keys } from "./keys.ts";
import type { Key } from "../domain/shared/commit.ts";

/** Where sealed values of a purpose are stored: a field of the records under a prefix. */
export interface SealedField {
  prefix: Key;
  /** Of a record; null: the record has no secret. */
  field: string;
}

/**
 * All that is encrypted with SECRETS_KEY, by purpose. Values in fields are sealed anew when the key changes; those of
 * purposes without a field are short-lived and never stored, but for `check`, which names the key itself.
 */
const SEALED = {
  "check": null,
  "source.secrets": { prefix: ["source"], field: "sealed_secrets" },
  /** Of stores before schema 14. */
  "configuration.client_secret": null,
  "ai_provider.api_key": { prefix: ["ai_provider"], field: "sealed_api_key" },
  "identity_provider.client_secret": { prefix: ["identity_provider"], field: "sealed_client_secret" },
  "identity_provider.begun_sign_in": null,
  "contact_point.secrets": { prefix: ["contact_point"], field: "sealed_secrets" },
  "provider_session.tokens": { prefix: ["provider_session"], field: "sealed_tokens" },
  "second_factor.code": { prefix: ["second_factors"], field: "sealed_code_secret" },
  "audit.private_key": { prefix: keys.auditKey(), field: "sealed" },
} as const satisfies Record<string, SealedField | null>;

export type SealedPurpose = keyof typeof SEALED;

export function sealedFields(): [SealedPurpose, SealedField][] {
  const all: [string, SealedField | null][] = Object.entries(SEALED);
  return all.filter((entry): entry is [SealedPurpose, SealedField] => entry[1] !== null);
}
