import type {
  BegunSignIn,
  Claims,
  IdentityProviderRecord,
  IdentityProviderSettings,
  TestFinding,
} from "./types.ts";

/** The parts of a begun sign-in that the provider's client makes. */
export type Beginning = Pick<BegunSignIn, "state" | "nonce" | "verifier"> & {
  /** The provider's page that the browser goes to. */
  url: string;
};

/** Speaks OpenID Connect with providers. Throws Refusals that say what to do. */
export interface IdentityClient {
  /** CONNECTION_FAILED when the provider cannot be asked for its endpoints. */
  begin(provider: IdentityProviderSettings, redirectAddress: string): Promise<Beginning>;
  /**
   * Exchanges the code of a callback for the checked claims of the ID token, completed by userinfo.
   * AUTHENTICATION_REQUIRED for a code or token that is not accepted.
   */
  finish(
    provider: IdentityProviderSettings,
    callback: { url: URL; begun: BegunSignIn },
  ): Promise<Claims & { sub: string }>;
  /** What works and what does not, without signing anybody in. */
  test(provider: IdentityProviderSettings, redirectAddress: string): Promise<TestFinding[]>;
  /** The claims of an access token for the provider's audience. AUTHENTICATION_REQUIRED if it is not accepted. */
  verifyToken(provider: IdentityProviderRecord, token: string): Promise<Claims>;
  close(): Promise<void>;
}
