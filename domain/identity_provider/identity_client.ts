import type { ProviderTokens } from "./provider_session.ts";
import type {
  BegunSignIn,
  Claims,
  IdentityProviderRecord,
  IdentityProviderSettings,
  LogoutClaims,
  PasswordAnswer,
  Recheck,
  SignedInClaims,
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
  ): Promise<SignedInClaims>;
  /** Asks again about a person who is signed in: by the refresh token, else by userinfo. Never throws. */
  recheck(
    provider: IdentityProviderSettings,
    signedIn: { subject: string; tokens: ProviderTokens; nowMs: number },
  ): Promise<Recheck>;
  /**
   * The provider's page that ends the person's session there and leads back to the address. Null: it has none, or
   * cannot be reached within 3 s.
   */
  logoutPage(
    provider: IdentityProviderSettings,
    logout: { idToken: string | null; returnAddress: string },
  ): Promise<string | null>;
  /**
   * Asks an LDAP directory about a user name and password. CONNECTION_FAILED when it cannot be asked,
   * FORBIDDEN for a person who cannot be told apart or has to change the password first.
   */
  verifyPassword(
    provider: IdentityProviderSettings,
    given: { username: string; password: string },
  ): Promise<PasswordAnswer>;
  /** The claims of a back-channel logout token. AUTHENTICATION_REQUIRED if it is not accepted. */
  verifyLogout(provider: IdentityProviderRecord, token: string): Promise<LogoutClaims>;
  /** What works and what does not, without signing anybody in. */
  test(provider: IdentityProviderSettings, redirectAddress: string): Promise<TestFinding[]>;
  /** The claims of an access token for the provider's audience. AUTHENTICATION_REQUIRED if it is not accepted. */
  verifyToken(provider: IdentityProviderRecord, token: string): Promise<Claims>;
  close(): Promise<void>;
}
