import type {
  IdentityProviderChange,
  IdentityProviderDraft,
  IdentityProviderRecord,
  IdentityProviderTest,
} from "../domain/identity_provider/schema.ts";
import type { BegunSignIn, IdentityProviderSettings } from "../domain/identity_provider/types.ts";
import { invalid, type Issue, missing, validationRefusal } from "../domain/shared/refusal.ts";
import { isoFromMs } from "../domain/shared/time.ts";
import { granting } from "./area_grants.ts";
import type { Mirrors } from "./mirrors.ts";
import { type NamedRecord, NamedRecords, type Writes } from "./named_records.ts";
import { notFound } from "./noun_refusals.ts";
import { nouns } from "./nouns.ts";
import type { Secrets } from "./secrets.ts";
import type { NounContext } from "./write.ts";

const SECRET = "identity_provider.client_secret";
const BEGUN = "identity_provider.begun_sign_in";

/**
 * Identity providers. Their secrets are encrypted; only `settings()` decrypts them. VALIDATION_FAILED for an issuer that
 * another one has.
 */
export class IdentityProviders
  extends NamedRecords<IdentityProviderRecord, IdentityProviderDraft, IdentityProviderChange> {
  protected readonly noun = nouns.identityProvider;

  constructor(context: NounContext, mirrors: Mirrors, private readonly secrets: Secrets) {
    super(context, mirrors);
  }

  /** With the decrypted secret; NOT_FOUND for an unknown one. */
  async settings(id: number): Promise<IdentityProviderSettings> {
    const record = this.get(id);
    if (record === undefined) throw notFound("identity provider", id);
    const { sealed_client_secret: sealed, ...rest } = record;
    return { ...rest, clientSecret: sealed === null ? null : await this.secrets.unseal(sealed, SECRET) };
  }

  /**
   * Settings that are not stored, as those of a stored provider or of the next one; its secret is used only for the issuer
   * that it was entered for.
   */
  async unsaved({ id, client_secret, ...draft }: IdentityProviderTest): Promise<IdentityProviderSettings> {
    const stored = id === null ? undefined : this.get(id);
    if (id !== null && stored === undefined) throw invalid("id", missing("identity provider", id));
    const { sealed_client_secret, created_at = isoFromMs(0), created_by = "" } = stored ?? {};
    const record = { v: 1 as const, id: id ?? await this.nextId(), ...draft, created_at, created_by };
    const issues = kindIssues({ ...record, sealed_client_secret: null });
    if (issues.length > 0) throw validationRefusal(issues);
    const sealed = stored?.issuer === draft.issuer ? sealed_client_secret ?? null : null;
    const known = sealed === null ? null : await this.secrets.unseal(sealed, SECRET);
    return { ...record, clientSecret: client_secret === undefined ? known : client_secret };
  }

  /** The id of the next provider, unless another one is created meanwhile. */
  nextId(): Promise<number> {
    return this.context.store.nextId(this.noun.type);
  }

  /** A begun sign-in as an encrypted text for the browser that began it. */
  sealBegun(begun: BegunSignIn): Promise<string> {
    return this.secrets.seal(JSON.stringify(begun), BEGUN);
  }

  /** Undefined for a text that this store did not seal. */
  async unsealBegun(sealed: string): Promise<BegunSignIn | undefined> {
    try {
      return JSON.parse(await this.secrets.unseal(sealed, BEGUN));
    } catch {
      return undefined;
    }
  }

  protected async made(
    { client_secret, ...draft }: IdentityProviderDraft,
    { v, id, ...created }: NamedRecord,
  ): Promise<IdentityProviderRecord> {
    return { v, id, ...draft, sealed_client_secret: await this.#sealed(client_secret ?? null), ...created };
  }

  protected override async changed(
    before: IdentityProviderRecord,
    { client_secret, ...change }: IdentityProviderChange,
  ): Promise<IdentityProviderRecord> {
    // A stored secret is never sent to another issuer than the one it was entered for.
    const former = (change.issuer ?? before.issuer) === before.issuer ? before.sealed_client_secret : null;
    const sealed = client_secret === undefined ? former : await this.#sealed(client_secret);
    const after: IdentityProviderRecord = { ...before, ...change, sealed_client_secret: sealed };
    // A provider that becomes a directory keeps no audience; one that becomes none keeps nothing of a directory.
    if (after.ldap !== null && change.audience === undefined) after.audience = null;
    if (!isLdapAddress(after.issuer) && change.ldap === undefined) after.ldap = null;
    return after;
  }

  protected override issues(record: IdentityProviderRecord): Issue[] {
    const { id, issuer, audience, client_id } = record, issues = kindIssues(record);
    const same = this.list().find((other) => other.id !== id && other.issuer === issuer);
    if (same !== undefined) {
      const message = `The identity provider "${same.name}" has this issuer already; change that one`;
      issues.push({ path: "issuer", message });
    }
    if (audience === client_id) {
      const message =
        "Must not be the client id: ID tokens have that audience, and they are no access tokens";
      issues.push({ path: "audience", message });
    }
    return issues;
  }

  protected override async along(
    { given }: { given?: IdentityProviderDraft | IdentityProviderChange },
    { checks, mutations }: Writes,
  ): Promise<void> {
    const granted = await granting(this.context, { grants: given?.grants ?? [], mirrors: this.mirrors });
    checks.push(...granted.checks);
    mutations.push(...granted.mutations);
  }

  protected override shown(
    { sealed_client_secret: sealed, ...rest }: IdentityProviderRecord,
    before?: IdentityProviderRecord,
  ): Record<string, unknown> {
    const client_secret = before && (before.sealed_client_secret === sealed ? "unchanged" : "changed");
    return { ...rest, has_client_secret: sealed !== null, ...client_secret && { client_secret } };
  }

  async #sealed(secret: string | null): Promise<string | null> {
    return secret === null ? null : await this.secrets.seal(secret, SECRET);
  }
}

function isLdapAddress(issuer: string): boolean {
  return /^ldaps?:/.test(issuer);
}

/** A directory has an address of its own kind, and gives no tokens. */
function kindIssues({ issuer, ldap, audience }: IdentityProviderRecord): Issue[] {
  if (ldap === null) {
    const message = "Is needed for a directory: where its people are";
    return isLdapAddress(issuer) ? [{ path: "ldap", message }] : [];
  }
  if (!/^ldaps?:\/\/[^/]+\/?$/.test(issuer)) {
    const message = "A directory has an address such as ldaps://dc.example.org; or set ldap to null";
    return [{ path: "issuer", message }];
  }
  return audience === null ? [] : [{ path: "audience", message: "A directory gives no access tokens" }];
}
