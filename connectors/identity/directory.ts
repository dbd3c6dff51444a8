import { Buffer } from "node:buffer";
import {
  type Client,
  type Entry,
  EqualityFilter,
  Filter,
  InvalidCredentialsError,
  ResultCodeError,
} from "ldapts";
import type { ProviderTokens } from "../../domain/identity_provider/provider_session.ts";
import type {
  Claims,
  IdentityProviderSettings,
  PasswordAnswer,
  Recheck,
} from "../../domain/identity_provider/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { PinningGuard } from "../outbound.ts";
import { exceedsSizeLimit, firstOf, textOf } from "./directory_attributes.ts";
import { groupsOf } from "./directory_groups.ts";
import { reasonOf, refusedAs } from "./errors.ts";
import { withLdap } from "./ldap_connection.ts";

/** The permanent ids of Active Directory, OpenLDAP, 389 Directory Server and FreeIPA. */
const IDS = ["objectGUID", "entryUUID", "nsUniqueId", "ipaUniqueID"] as const;
const NAMES = ["sAMAccountName", "uid"];
const STATES = ["userAccountControl", "accountExpires", "nsAccountLock", "pwdAccountLockedTime", "pwdReset"];
const NO_TOKENS: ProviderTokens = { refresh: null, access: null, accessUntilMs: null, id: null };
/** Active Directory, for a right password that has to be changed first. */
const TO_BE_CHANGED = /\bdata (532|773)\b/;

/** In OpenLDAP an administrator locks an account at the year 0. Other times are locks by wrong passwords, which pass. */
const LOCKED_BY_ADMINISTRATOR = /^0000/;
const DISABLED_BIT = 2;
const NEVER = 0x7fff_ffff_ffff_ffffn;
/** Between 1601, where Windows begins to count, and 1970. */
const TO_1970_MS = 11_644_473_600_000n;

/** People in LDAP directories. A password is sent to the directory and kept nowhere. */
export class Directory {
  constructor(private readonly outbound: PinningGuard, private readonly now: () => number) {}

  /** Whether the directory knows the person, and by this password. Throws CONNECTION_FAILED, FORBIDDEN. */
  verify(
    provider: IdentityProviderSettings,
    { username, password }: { username: string; password: string },
  ): Promise<PasswordAnswer> {
    // A bind with a name and an empty password succeeds without proving anything (RFC 4513, 5.1.2).
    if (password === "" || password.includes("\0")) return Promise.resolve({ kind: "wrong" });
    return this.#work(provider, async (client) => {
      const entry = await this.#found(client, { provider, filter: nameFilter(provider, username) });
      if (entry === undefined) return { kind: "unknown" };
      if (!await isRight(client, { provider, entry, password })) return { kind: "wrong" };
      if (this.#isDisabled(entry)) return { kind: "wrong" };
      if (textOf(entry, "pwdReset")?.toLowerCase() === "true") throw toBeChanged(provider);
      await bindService(client, provider);
      return { kind: "right", claims: await claimsOf(client, { provider, entry }) };
    });
  }

  async recheck(provider: IdentityProviderSettings, subject: string): Promise<Recheck> {
    let isReached = false;
    try {
      return await this.#work(provider, async (client): Promise<Recheck> => {
        isReached = true;
        const entry = await this.#found(client, { provider, filter: subjectFilter(subject) });
        if (entry === undefined) {
          return { kind: "refused", reason: `"${provider.name}" knows the person no more` };
        }
        if (this.#isDisabled(entry)) {
          return { kind: "refused", reason: `The account is disabled at "${provider.name}"` };
        }
        const claims = await claimsOf(client, { provider, entry });
        return { kind: "confirmed", claims, tellsGroups: true, tokens: NO_TOKENS };
      });
    } catch (error) {
      const cause = isReached ? "failed" : "away";
      return { kind: "unknown", reason: reasonOf(error), cause, tokens: NO_TOKENS };
    }
  }

  /** Work as Andon's own account. */
  #work<T>(provider: IdentityProviderSettings, work: (client: Client) => Promise<T>): Promise<T> {
    const { outbound } = this;
    return withLdap(provider, {
      outbound,
      work: async (client) => {
        await bindService(client, provider);
        try {
          return await work(client);
        } catch (error) {
          if (error instanceof Refusal) throw error;
          throw refusedAs(
            "CONNECTION_FAILED",
            `The directory "${provider.name}" does not answer as expected: ${reasonOf(error)}`,
          );
        }
      },
    });
  }

  async #found(
    client: Client,
    { provider, filter }: { provider: IdentityProviderSettings; filter: string | Filter },
  ): Promise<Entry | undefined> {
    const { name, ldap, username_claim } = provider;
    const search = client.search(ldap?.user_base ?? "", {
      scope: "sub",
      filter,
      sizeLimit: 2,
      attributes: [...IDS, ...NAMES, ...STATES, "cn", "displayName", username_claim],
      explicitBufferAttributes: ["objectGUID"],
    });
    const entries = await search.then(({ searchEntries }) => searchEntries, (error) => {
      if (exceedsSizeLimit(error)) return undefined;
      throw error;
    });
    if (entries !== undefined && entries.length < 2) return entries[0];
    throw new Refusal(
      "FORBIDDEN",
      `The directory "${name}" has more than one person of this name; an administrator must narrow user_filter`,
    );
  }

  #isDisabled(entry: Entry): boolean {
    const flags = Number(textOf(entry, "userAccountControl") ?? 0);
    const expires = BigInt(textOf(entry, "accountExpires")?.match(/^\d+$/)?.[0] ?? 0);
    const isExpired = expires > 0n && expires < NEVER && expires / 10_000n - TO_1970_MS <= BigInt(this.now());
    return (flags & DISABLED_BIT) !== 0 || isExpired ||
      textOf(entry, "nsAccountLock")?.toLowerCase() === "true" ||
      LOCKED_BY_ADMINISTRATOR.test(textOf(entry, "pwdAccountLockedTime") ?? "");
  }
}

/** Binds with the account of the provider, which searches. */
export async function bindService(client: Client, provider: IdentityProviderSettings): Promise<void> {
  const { name, client_id, clientSecret } = provider;
  if (clientSecret === null || clientSecret === "") {
    throw refusedAs(
      "CONNECTION_FAILED",
      `The directory "${name}" needs the password of ${client_id} (client_secret)`,
    );
  }
  try {
    await client.bind(client_id, clientSecret);
  } catch (error) {
    const text = error instanceof InvalidCredentialsError
      ? `does not accept the DN or the password of Andon's account; an administrator must correct them`
      : `refused Andon's account: ${reasonOf(error)}`;
    throw refusedAs("CONNECTION_FAILED", `The directory "${name}" ${text}`);
  }
}

async function isRight(
  client: Client,
  { provider, entry, password }: { provider: IdentityProviderSettings; entry: Entry; password: string },
): Promise<boolean> {
  try {
    await client.bind(entry.dn, password);
    return true;
  } catch (error) {
    if (!(error instanceof ResultCodeError)) throw error;
    if (TO_BE_CHANGED.test(error.message)) throw toBeChanged(provider);
    return false;
  }
}

function toBeChanged({ name }: IdentityProviderSettings): Refusal {
  return new Refusal("FORBIDDEN", `Your password at "${name}" has to be changed there first`);
}

/** The claims that a provider of OpenID Connect sends, from the attributes of the entry. */
async function claimsOf(
  client: Client,
  { provider, entry }: { provider: IdentityProviderSettings; entry: Entry },
): Promise<Claims & { sub: string }> {
  const isAttribute = provider.username_claim !== "preferred_username";
  const names = NAMES.map((name) => textOf(entry, name));
  return {
    sub: subjectOf(entry, provider),
    preferred_username: names.find((name) => name !== undefined),
    name: textOf(entry, "displayName") ?? textOf(entry, "cn"),
    ...isAttribute && { [provider.username_claim]: textOf(entry, provider.username_claim) },
    [provider.groups_claim]: await groupsOf(client, { provider, entry }),
  };
}

/** `entryUUID=0b5c…`: the attribute tells the kinds of ids apart. */
function subjectOf(entry: Entry, { name }: IdentityProviderSettings): string {
  for (const id of IDS) {
    const value = firstOf(entry, id);
    if (value instanceof Uint8Array && value.length > 0) return `${id}=${new Uint8Array(value).toHex()}`;
    if (typeof value === "string" && value !== "" && id !== "objectGUID") return `${id}=${value}`;
  }
  throw new Refusal(
    "FORBIDDEN",
    `The directory "${name}" shows no permanent id of the person (${IDS.join(", ")}) to Andon's account`,
  );
}

function subjectFilter(subject: string): Filter {
  const at = subject.indexOf("=");
  const [attribute, value] = [subject.slice(0, at), subject.slice(at + 1)];
  const isBinary = attribute === "objectGUID";
  return new EqualityFilter({ attribute, value: isBinary ? Buffer.from(value, "hex") : value });
}

/** The name is escaped, so it can never be a part of the filter. */
function nameFilter({ ldap }: IdentityProviderSettings, username: string): string {
  return (ldap?.user_filter ?? "").replaceAll("{username}", () => Filter.escape(username));
}
