import { createHash } from "node:crypto";
import type { GrantedActor } from "../../domain/access/types.ts";
import { claimOf, grantsOfToken, shownName } from "../../domain/identity_provider/grants.ts";
import type { Claims, IdentityProviderRecord } from "../../domain/identity_provider/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { personOfToken } from "./identified_user.ts";
import type { TokenPerson } from "../../storage/access/token_people.ts";

/** How long a verified token is not verified again, at most. */
export const TOKEN_REMEMBERED_MS: Ms = 5 * 60_000;
/** As tokens are verified: the clocks may differ so much. */
const TOLERANCE_MS: Ms = 60_000;
const MOST_REMEMBERED = 10_000;
const MOST_CHARACTERS = 16_384;
const BEARER_JWT = /^Bearer +([\w-]+\.[\w-]+\.[\w-]*) *$/i;

/** Who sends a verified access token. */
export interface TokenHolder {
  actor: GrantedActor;
  /** The same for the same token; the token itself cannot be found from it. */
  id: string;
  /** Until when a request that lasts may go on. */
  endsAtMs: Ms;
  person: TokenPerson;
}

interface Remembered extends TokenHolder {
  provider: IdentityProviderRecord;
  untilMs: Ms;
}

/** Programs with access tokens of the identity providers that have an audience. */
export class TokenSignIn {
  readonly #remembered = new Map<string, Remembered>();

  constructor(private readonly deps: Pick<AppDeps, "identity" | "storage" | "now">) {}

  /** The token of a header and the provider that it names. Undefined for other credentials, which a proxy may add. */
  sent(header: string | null): { token: string; provider: IdentityProviderRecord } | undefined {
    const token = header === null || header.length > MOST_CHARACTERS
      ? undefined
      : BEARER_JWT.exec(header)?.[1];
    if (token === undefined) return undefined;
    const issuer = issuerOf(token);
    const providers = this.deps.storage.identityProviders.list();
    const provider = providers.find((one) => one.issuer === issuer && one.is_active && one.audience !== null);
    return provider && { token, provider };
  }

  /** Throws AUTHENTICATION_REQUIRED, FORBIDDEN for a token without a role, UNAVAILABLE without the provider's keys. */
  async holderOf(
    { token, provider }: { token: string; provider: IdentityProviderRecord },
  ): Promise<TokenHolder> {
    const id = createHash("sha256").update(token).digest("hex");
    const known = this.#remembered.get(id);
    // A changed provider has another record, so its tokens are verified again.
    if (known?.provider === provider && known.untilMs > this.deps.now()) return this.#ofPerson(known);
    this.#remembered.delete(id);
    const claims = await this.#verified(provider, token);
    const person = personOfToken(claims, provider);
    const granted = grantsOfToken(claims, provider);
    if (granted === undefined) {
      const text = `None of the groups and scopes of this token of "${provider.name}" has a role in Andon`;
      throw new Refusal("FORBIDDEN", text);
    }
    const actor = { name: `token:${nameOf(claims, provider)}`, ...granted };
    const expiresAtMs = Number(claims.exp) * 1_000;
    const untilMs = Math.min(this.deps.now() + TOKEN_REMEMBERED_MS, expiresAtMs);
    const holder = { id, actor, endsAtMs: expiresAtMs + TOLERANCE_MS, person };
    this.#remember({ ...holder, provider, untilMs });
    return this.#ofPerson(holder);
  }

  /** Whether the person may still act. Asked at each use and while a request lasts, so that it ends at once. */
  isAccepted({ person, endsAtMs }: TokenHolder): boolean {
    return this.deps.now() < endsAtMs && this.deps.storage.access.tokenProblem(person) === undefined;
  }

  #ofPerson(holder: TokenHolder): TokenHolder {
    const problem = this.deps.storage.access.tokenProblem(holder.person);
    if (problem !== undefined) throw new Refusal("AUTHENTICATION_REQUIRED", problem);
    return holder;
  }

  async #verified(provider: IdentityProviderRecord, token: string): Promise<Claims> {
    try {
      return await this.deps.identity.verifyToken(provider, token);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "CONNECTION_FAILED") throw error;
      throw new Refusal("UNAVAILABLE", `${error.message}; try again in a moment`);
    }
  }

  #remember(remembered: Remembered): void {
    const [oldest] = this.#remembered.keys();
    if (oldest !== undefined && this.#remembered.size >= MOST_REMEMBERED) this.#remembered.delete(oldest);
    this.#remembered.set(remembered.id, remembered);
  }
}

/** The issuer that a JWT names, not yet checked. */
function issuerOf(token: string): unknown {
  try {
    const payload = Uint8Array.fromBase64(token.split(".")[1]!, { alphabet: "base64url" });
    const claims: unknown = JSON.parse(new TextDecoder().decode(payload));
    return typeof claims === "object" && claims !== null && "iss" in claims ? claims.iss : undefined;
  } catch {
    return undefined;
  }
}

/** The person, or the program of client credentials, for the audit log. */
function nameOf(claims: Claims, { name, username_claim }: IdentityProviderRecord): string {
  const names = [claimOf(claims, username_claim), claims.client_id, claims.azp, claims.sub];
  const found = names.find((one) => typeof one === "string" && one !== "");
  return shownName(String(found ?? "unknown"), name);
}
