import type { Actor } from "../domain/access/types.ts";
import type {
  IdentityProviderChange,
  IdentityProviderDraft,
  IdentityProviderRecord,
} from "../domain/identity_provider/schema.ts";
import type { BegunSignIn, IdentityProviderSettings } from "../domain/identity_provider/types.ts";

export interface IdentityProviders {
  list(): readonly IdentityProviderRecord[];
  get(id: number): IdentityProviderRecord | undefined;
  /** With the decrypted secret; NOT_FOUND for an unknown one. */
  settings(id: number): Promise<IdentityProviderSettings>;
  /** VALIDATION_FAILED for a name or issuer that another one has, and for a sixth provider. */
  create(draft: IdentityProviderDraft, by: Actor): Promise<IdentityProviderRecord>;
  /** A change of issuer clears the stored secret, unless it contains a new one. */
  update(id: number, change: IdentityProviderChange, by: Actor): Promise<IdentityProviderRecord>;
  remove(id: number, by: Actor): Promise<void>;
  /** A begun sign-in as an encrypted text for the browser that began it. */
  sealBegun(begun: BegunSignIn): Promise<string>;
  /** Undefined for a text that this store did not seal. */
  unsealBegun(sealed: string): Promise<BegunSignIn | undefined>;
}
