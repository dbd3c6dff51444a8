import { Semaphore } from "../../concurrency/semaphore.ts";
import type { UserRecord } from "../../domain/access/schema.ts";
import type { ProviderSessionStart } from "../../domain/identity_provider/provider_session.ts";
import type { IdentityProviderRecord, PasswordAnswer } from "../../domain/identity_provider/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { signInIdentified } from "./identified_user.ts";

/** A directory that answers slowly is not asked about more people at once. */
const AT_ONCE = 4;
const MOST_WAITING = 40;
/** Longer than a directory may take to answer. */
const WAIT_MS: Ms = 60_000;

interface Attempt {
  username: string;
  password: string;
  address: string;
}

/** Sign-in with the user name and password of an LDAP directory. The password is passed on and kept nowhere. */
export class DirectorySignIn {
  readonly #asking = new Semaphore({
    permits: AT_ONCE,
    maxWaiting: MOST_WAITING,
    what: "sign-ins at directories",
  });

  constructor(private readonly deps: AppDeps) {}

  /** Whether the name is one of a directory: `anna@corp` of the directory corp, or a name that no local user has. */
  isFor(username: string): boolean {
    return this.#directoriesOf(username).directories.length > 0;
  }

  /** The user; undefined if the name or the password is wrong. UNAVAILABLE when a directory cannot be asked. */
  async verify({ username, password, address }: Attempt): Promise<UserRecord | undefined> {
    const { directories, plainName } = this.#directoriesOf(username);
    for (const directory of directories) {
      const answer = await this.#ask(directory, { username: plainName, password });
      if (answer.kind === "unknown") continue;
      if (answer.kind === "wrong") return undefined;
      return await signInIdentified(this.deps, { claims: answer.claims, provider: directory, address });
    }
    return undefined;
  }

  async #ask(
    { id }: IdentityProviderRecord,
    given: { username: string; password: string },
  ): Promise<PasswordAnswer> {
    const { identity, storage: { identityProviders } } = this.deps;
    const settings = await identityProviders.settings(id);
    try {
      return await this.#asking.run(
        AbortSignal.timeout(WAIT_MS),
        () => identity.verifyPassword(settings, given),
      );
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "CONNECTION_FAILED") throw error;
      this.deps.log("warn", "A directory could not be asked", { provider_id: id, reason: error.message });
      throw new Refusal("UNAVAILABLE", `${error.message}; try again later`);
    }
  }

  #directoriesOf(username: string): { directories: IdentityProviderRecord[]; plainName: string } {
    const { storage: { identityProviders, access }, settings } = this.deps;
    const all = identityProviders.list().filter(({ ldap, is_active }) => ldap !== null && is_active);
    const at = username.lastIndexOf("@");
    const named = all.find(({ name }) => name.toLowerCase() === username.slice(at + 1).toLowerCase());
    if (at > 0 && named !== undefined) return { directories: [named], plainName: username.slice(0, at) };
    const local = access.userByName(username);
    const isLocal = local !== undefined && local.identity === undefined && settings.localSignIn !== "off";
    return { directories: isLocal ? [] : all, plainName: username };
  }
}

/** The part of a directory in the session of one of its users; undefined for others. */
export async function directorySession(
  { storage: { identityProviders, providerSessions } }: AppDeps,
  { identity }: UserRecord,
): Promise<ProviderSessionStart | undefined> {
  const provider = identity && identityProviders.get(identity.provider_id);
  if (identity === undefined || (provider?.ldap ?? null) === null) return undefined;
  const { provider_id: providerId, subject } = identity;
  const tokens = { refresh: null, access: null, accessUntilMs: null, id: null };
  return await providerSessions.start({ providerId, subject, sid: null, tokens });
}
