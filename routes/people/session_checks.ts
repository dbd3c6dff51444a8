import { groupsQuestion } from "../../domain/identity_provider/grants.ts";
import { isCheckDue } from "../../domain/identity_provider/provider_session.ts";
import type {
  ProviderSessionRecord,
  ProviderTokens,
} from "../../domain/identity_provider/provider_session.ts";
import type { IdentityProviderRecord, Recheck } from "../../domain/identity_provider/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { RepeatedRun } from "../../concurrency/repeated_run.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { signInIdentified } from "./identified_user.ts";
import type { After } from "../../concurrency/after.ts";

/** How often sessions are looked through for those that are due, and how soon a failed check is tried again. */
export const RUN_EVERY_MS: Ms = 60_000;

export interface SessionChecksOptions extends Pick<AppDeps, "storage" | "identity" | "now" | "log"> {
  after?: After;
}

/**
 * Asks identity providers every 15 minutes whether the people they signed in may still be. Only the process that leads
 * the store does so, because a refresh token can be used once.
 */
export class SessionChecks {
  readonly #runs: RepeatedRun<void>;
  readonly #underWay = new Map<string, Promise<string | undefined>>();
  readonly #triedAtMs = new Map<string, Ms>();
  /** The session that each provider was asked about last. */
  readonly #lastChecked = new Map<number, string>();
  /** The provider as it was when it was asked for groups that its former mapping did not name. */
  readonly #groupsRequestedOf = new Map<string, IdentityProviderRecord>();

  constructor(private readonly options: SessionChecksOptions) {
    this.#runs = new RepeatedRun(options.after);
  }

  /** Checks once a minute what is due, until `close`. */
  start(): void {
    const { log } = this.options;
    this.#runs.repeat({
      firstMs: RUN_EVERY_MS,
      everyMs: RUN_EVERY_MS,
      begin: () => this.#run(),
      onError: (error) =>
        log("warn", "Sign-ins could not be checked; they are checked again in a minute", {
          reason: String(error),
        }),
    });
  }

  /** Checks all sessions that are due, those of a provider one after the other. One that is away is asked once. */
  run(): Promise<void> {
    return this.#runs.join(() => this.#run());
  }

  /** For a platform that wakes Andon by requests: the check of a session that is due. Undefined: it is not. */
  beforeRequest(token: string): Promise<string | undefined> | undefined {
    const session = this.options.storage.providerSessions.of(token);
    if (session === undefined) return undefined;
    return this.#underWay.get(session.token_hash) ??
      (this.#isDue(session) ? this.#check(session) : undefined);
  }

  close(): Promise<void> {
    return this.#runs.close();
  }

  async #run(): Promise<void> {
    const { providerSessions } = this.options.storage;
    const byProvider = Map.groupBy(providerSessions.list(), ({ provider_id }) => provider_id);
    await Promise.all([...byProvider].map(([id, sessions]) => this.#runAt(id, sessions)));
    if (this.#isStopped()) return;
    await providerSessions.sweep();
    this.#forgetEnded();
  }

  /** From behind the session that was asked about last, so that no session keeps the others from their turn. */
  async #runAt(providerId: number, sessions: readonly ProviderSessionRecord[]): Promise<void> {
    const { providerSessions } = this.options.storage;
    const last = this.#lastChecked.get(providerId) ?? "";
    const [checked = [], unchecked = []] = [true, false].map((isChecked) =>
      sessions.filter(({ token_hash }) => (token_hash <= last) === isChecked)
    );
    let away: string | undefined;
    for (const { token_hash } of [...unchecked, ...checked]) {
      if (this.#isStopped()) return;
      const session = providerSessions.get(token_hash);
      if (session === undefined || !this.#isDue(session)) continue;
      if (away !== undefined) {
        await this.#unknown(session, { reason: away });
        continue;
      }
      this.#lastChecked.set(providerId, token_hash);
      away = await this.#check(session).catch((error) => this.#failed(session, error));
    }
  }

  /** A refresh token that is replaced and cannot be stored is lost. */
  #isStopped(): boolean {
    return this.#runs.isClosed || this.options.storage.store.refusal("writes") !== null;
  }

  #isDue(session: ProviderSessionRecord): boolean {
    const { now } = this.options;
    const triedAtMs = this.#triedAtMs.get(session.token_hash) ?? -Infinity;
    return (isCheckDue(session, now()) || this.#needsGroups(session)) && triedAtMs + RUN_EVERY_MS <= now();
  }

  /** Once after each change of the provider: what it cannot tell, it cannot tell a minute later either. */
  #needsGroups({ token_hash: hash, user_id, provider_id }: ProviderSessionRecord): boolean {
    const { access, identityProviders } = this.options.storage;
    return access.hasUnknownGroups(user_id) &&
      this.#groupsRequestedOf.get(hash) !== identityProviders.get(provider_id);
  }

  /** One at a time for each session. Returns why the provider is away, if it is. */
  #check(session: ProviderSessionRecord): Promise<string | undefined> {
    const { token_hash: hash } = session;
    const running = this.#underWay.get(hash);
    if (running !== undefined) return running;
    this.#triedAtMs.set(hash, this.options.now());
    const check = this.#checked(session).finally(() => this.#underWay.delete(hash));
    this.#underWay.set(hash, check);
    return check;
  }

  async #checked(session: ProviderSessionRecord): Promise<string | undefined> {
    const { storage: { identityProviders, providerSessions }, identity, now } = this.options;
    const provider = identityProviders.get(session.provider_id);
    // Sessions of a provider that is deleted or switched off are not accepted anyway.
    if (provider?.is_active !== true) return undefined;
    const { subject } = session;
    const [settings, tokens] = await Promise.all([
      identityProviders.settings(provider.id),
      providerSessions.tokens(session),
    ]);
    if (tokens === undefined) {
      await this.#ended(session, "Its tokens cannot be decrypted");
      return undefined;
    }
    const answer = await identity.recheck(settings, { subject, tokens, nowMs: now() });
    const cause = answer.kind === "unknown" ? answer.cause : "untold";
    if (cause === "untold") this.#groupsRequestedOf.set(session.token_hash, provider);
    switch (answer.kind) {
      case "confirmed":
        await this.#confirmed(session, { ...answer, requestedFrom: provider });
        return undefined;
      case "refused":
        await this.#refused(session, { provider, reason: answer.reason });
        if (provider.ldap !== null) await this.#forgetPin(session, answer.reason);
        return undefined;
      case "unknown":
        await this.#unknown(session, answer);
        return cause === "away" ? answer.reason : undefined;
    }
  }

  async #confirmed(
    session: ProviderSessionRecord,
    { claims, tellsGroups, tokens, requestedFrom }: Extract<Recheck, { kind: "confirmed" }> & {
      requestedFrom: IdentityProviderRecord;
    },
  ): Promise<void> {
    const { identityProviders, providerSessions, desks } = this.options.storage;
    const isOpen = await providerSessions.change(session, { tokens, problem: null });
    if (isOpen) desks.providerConfirmed(session.user_id);
    const provider = identityProviders.get(session.provider_id);
    if (!isOpen || !tellsGroups || provider === undefined || !isSameQuestion(provider, requestedFrom)) return;
    try {
      await signInIdentified(this.options, { claims, provider });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "FORBIDDEN") throw error;
      await this.#ended(session, error.message);
      await this.#forgetPin(session, error.message);
    }
  }

  /** Only where the person has lost the right to sign in: a refused refresh token may just be too old. */
  async #forgetPin({ user_id }: ProviderSessionRecord, reason: string): Promise<void> {
    const { access, desks } = this.options.storage, user = access.user(user_id);
    if (user !== undefined) await desks.removePin(user, { name: "Andon", role: "admin" }, reason);
  }

  /** Access tokens of before are not accepted either, and administrators see whose keys are left. */
  async #refused(
    session: ProviderSessionRecord,
    { provider: { issuer }, reason }: { provider: IdentityProviderRecord; reason: string },
  ): Promise<void> {
    const { storage: { access }, now } = this.options, { subject } = session;
    await access.refuseExternal({ issuer, subject }, { tokensUntilMs: now(), isRefused: true });
    await this.#ended(session, reason);
  }

  async #ended(session: ProviderSessionRecord, reason: string): Promise<void> {
    const { log, storage: { providerSessions } } = this.options;
    log("info", "An identity provider ended a session", { user_id: session.user_id, reason });
    await providerSessions.end([session], `The identity provider does not confirm the sign-in: ${reason}`);
  }

  /** Stored when it begins, so that a provider that is away costs no write a minute. */
  async #unknown(
    session: ProviderSessionRecord,
    { reason, tokens }: { reason: string; tokens?: ProviderTokens },
  ): Promise<void> {
    const { log, storage: { providerSessions } } = this.options;
    const before = await providerSessions.tokens(session);
    const isReplaced = tokens !== undefined && tokens.refresh !== before?.refresh;
    if (session.problem !== null && !isReplaced) return;
    if (session.problem === null) {
      log("warn", "An identity provider could not be asked about a session", {
        user_id: session.user_id,
        reason,
      });
    }
    await providerSessions.change(session, { tokens: isReplaced ? tokens : undefined, problem: reason });
  }

  /** One session that cannot be checked keeps no other from it. */
  #failed({ user_id }: ProviderSessionRecord, error: unknown): undefined {
    this.options.log("warn", "A session could not be checked", { user_id, reason: String(error) });
  }

  #forgetEnded(): void {
    const known = new Set(this.options.storage.providerSessions.list().map(({ token_hash }) => token_hash));
    for (const bySession of [this.#triedAtMs, this.#groupsRequestedOf]) {
      for (const hash of bySession.keys()) if (!known.has(hash)) bySession.delete(hash);
    }
  }
}

/** Whether claims that were asked for by one record say who a person is, and in which groups, by the other one too. */
function isSameQuestion(a: IdentityProviderRecord, b: IdentityProviderRecord): boolean {
  return a.issuer === b.issuer && a.username_claim === b.username_claim &&
    groupsQuestion(a) === groupsQuestion(b);
}
