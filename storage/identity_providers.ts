import type { Actor } from "../domain/access/types.ts";
import {
  IDENTITY_LIMITS,
  type IdentityProviderChange,
  type IdentityProviderDraft,
  type IdentityProviderRecord,
} from "../domain/identity_provider/schema.ts";
import type { BegunSignIn, IdentityProviderSettings } from "../domain/identity_provider/types.ts";
import type { Check, Mutation } from "../domain/shared/commit.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import type { IdentityProviders } from "./identity_contract.ts";
import { granting } from "./area_grants.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import type { Secrets } from "./secrets.ts";
import {
  freshId,
  invalid,
  notFound,
  type NounContext,
  readToChange,
  traces,
  unchangedMark,
  write,
} from "./write.ts";

const SECRET = "identity_provider.client_secret";
const BEGUN = "identity_provider.begun_sign_in";

/** Identity providers, read from memory. Their secrets are encrypted; only `settings()` decrypts them. */
export class IdentityProviderStore implements IdentityProviders {
  constructor(readonly context: NounContext, readonly mirrors: Mirrors, readonly secrets: Secrets) {}

  list(): readonly IdentityProviderRecord[] {
    return this.mirrors.identityProviders.list();
  }

  get(id: number): IdentityProviderRecord | undefined {
    return this.mirrors.identityProviders.get(id);
  }

  async settings(id: number): Promise<IdentityProviderSettings> {
    const record = this.get(id);
    if (record === undefined) throw notFound("identity provider", id);
    const { sealed_client_secret: sealed, ...rest } = record;
    return { ...rest, clientSecret: sealed === null ? null : await this.secrets.unseal(sealed, SECRET) };
  }

  create({ client_secret, ...draft }: IdentityProviderDraft, by: Actor): Promise<IdentityProviderRecord> {
    const { context } = this;
    const nextId = freshId(context, "identity_provider");
    return write(context, async () => {
      const checks = [await this.#allUnchanged()];
      if (this.list().length >= IDENTITY_LIMITS.providers) throw tooMany();
      const id = await nextId();
      const record: IdentityProviderRecord = {
        v: 1,
        id,
        ...draft,
        sealed_client_secret: await this.#sealed(client_secret ?? null),
        created_at: isoFromMs(context.now()),
        created_by: by.name,
      };
      this.#requireConsistent(record);
      const granted = await granting(context, { grants: record.grants, mirrors: this.mirrors });
      const change = { action: "created", type: "identity_provider", id, by, after: shown(record) } as const;
      const { mutations, frames } = traces(context, change);
      mutations.push({ type: "set", key: keys.identityProvider(id), value: record }, CHANGED);
      checks.push(...granted.checks);
      mutations.push(...granted.mutations);
      return { result: record, commit: { checks, mutations, frames } };
    });
  }

  update(
    id: number,
    { client_secret, ...change }: IdentityProviderChange,
    by: Actor,
  ): Promise<IdentityProviderRecord> {
    const { context } = this;
    return write(context, async () => {
      const checks = [await this.#allUnchanged()];
      const before = await this.#read(id, checks);
      // A stored secret is never sent to another issuer than the one it was entered for.
      const kept = (change.issuer ?? before.issuer) === before.issuer ? before.sealed_client_secret : null;
      const sealed = client_secret === undefined ? kept : await this.#sealed(client_secret);
      const after: IdentityProviderRecord = { ...before, ...change, sealed_client_secret: sealed };
      // A provider that becomes a directory keeps no audience; one that becomes none keeps nothing of a directory.
      if (after.ldap !== null && change.audience === undefined) after.audience = null;
      if (!isLdapAddress(after.issuer) && change.ldap === undefined) after.ldap = null;
      this.#requireConsistent(after);
      const granted = await granting(context, { grants: change.grants ?? [], mirrors: this.mirrors });
      const secret = before.sealed_client_secret === sealed ? "unchanged" : "changed";
      const { mutations, frames } = traces(context, {
        action: "updated",
        type: "identity_provider",
        id,
        by,
        before: shown(before),
        after: { ...shown(after), client_secret: secret },
      });
      mutations.push({ type: "set", key: keys.identityProvider(id), value: after }, CHANGED);
      checks.push(...granted.checks);
      mutations.push(...granted.mutations);
      return { result: after, commit: { checks, mutations, frames } };
    });
  }

  remove(id: number, by: Actor): Promise<void> {
    const { context } = this;
    return write(context, async () => {
      const checks: Check[] = [];
      const before = await this.#read(id, checks);
      const change = { action: "deleted", type: "identity_provider", id, by, before: shown(before) } as const;
      const { mutations, frames } = traces(context, change);
      mutations.push({ type: "delete", key: keys.identityProvider(id) }, CHANGED);
      return { result: undefined, commit: { checks, mutations, frames } };
    });
  }

  sealBegun(begun: BegunSignIn): Promise<string> {
    return this.secrets.seal(JSON.stringify(begun), BEGUN);
  }

  async unsealBegun(sealed: string): Promise<BegunSignIn | undefined> {
    try {
      return JSON.parse(await this.secrets.unseal(sealed, BEGUN));
    } catch {
      return undefined;
    }
  }

  /** The check fails once any provider changes, so those in memory are complete. */
  #allUnchanged(): Promise<Check> {
    return unchangedMark(this.context, keys.identityProviders());
  }

  #read(id: number, checks: Check[]): Promise<IdentityProviderRecord> {
    const stored = {
      key: keys.identityProvider(id),
      kind: kinds.identityProvider,
      what: "identity provider",
      id,
    };
    return readToChange(this.context, stored, checks);
  }

  #requireConsistent(record: IdentityProviderRecord): void {
    requireKind(record);
    const others = this.list().filter(({ id }) => id !== record.id);
    const named = others.find(({ name }) => name.toLowerCase() === record.name.toLowerCase());
    if (named !== undefined) {
      throw invalid("name", `An identity provider named "${named.name}" exists already; choose another name`);
    }
    const same = others.find(({ issuer }) => issuer === record.issuer);
    if (same !== undefined) {
      throw invalid(
        "issuer",
        `The identity provider "${same.name}" has this issuer already; change that one`,
      );
    }
    if (record.audience === record.client_id) {
      throw invalid(
        "audience",
        "Must not be the client id: ID tokens have that audience, and they are no access tokens",
      );
    }
  }

  async #sealed(secret: string | null): Promise<string | null> {
    return secret === null ? null : await this.secrets.seal(secret, SECRET);
  }
}

function isLdapAddress(issuer: string): boolean {
  return /^ldaps?:/.test(issuer);
}

/** A directory has an address of its own kind, and gives no tokens. */
function requireKind({ issuer, ldap, audience }: IdentityProviderRecord): void {
  if (ldap === null) {
    if (isLdapAddress(issuer)) throw invalid("ldap", "Is needed for a directory: where its people are");
    return;
  }
  if (!/^ldaps?:\/\/[^/]+\/?$/.test(issuer)) {
    throw invalid("issuer", "A directory has an address such as ldaps://dc.example.org; or set ldap to null");
  }
  if (audience !== null) throw invalid("audience", "A directory gives no access tokens");
}

const CHANGED: Mutation = { type: "sum", key: keys.identityProviders(), value: 0 };

function tooMany() {
  const { providers } = IDENTITY_LIMITS;
  return invalid(
    "",
    `${providers} identity providers exist already, the most that are possible; delete one first`,
  );
}

/** The fields that the audit log may contain. */
function shown({ sealed_client_secret: sealed, ...rest }: IdentityProviderRecord): Record<string, unknown> {
  return { ...rest, has_client_secret: sealed !== null };
}
