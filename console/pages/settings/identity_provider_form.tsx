import { useSignal } from "@preact/signals";
import { type Schemas, unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { useRead } from "../../live/use_read.ts";
import type { Area } from "../../parts/areas.ts";
import { CheckField, TextAreaField, TextField } from "../../parts/form/fields.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { type FormHandle, useForm } from "../../parts/form/use_form.ts";
import { useConsole } from "../../shell/console.ts";
import { GroupRoles } from "./group_roles.tsx";
import {
  type IdentityProvider,
  identityProviderBody,
  type IdentityProviderValues,
  identityProviderValues,
  issuerIssues,
} from "./identity_provider_model.ts";
import { ProviderAddresses } from "./provider_addresses.tsx";
import { FINDING_STATUS, ProviderFindings, type ProviderTest } from "./provider_findings.tsx";
import { prefilledBy, PRESETS, type ProviderKind } from "./provider_presets.ts";

interface IdentityProviderFormProps {
  provider: IdentityProvider | undefined;
  areas: readonly Area[];
  onClose(): void;
  /** Called with a new provider; `isMoved`: its addresses are others than those that the form has shown. */
  onCreated(created: IdentityProvider, options: { isMoved: boolean }): void;
}

/** Creates or edits an identity provider, and tests it before it is saved. */
export function IdentityProviderForm({ provider, areas, onClose, onCreated }: IdentityProviderFormProps) {
  const { api, toasts } = useConsole();
  const addresses = useRead("/api/identity-providers/addresses", { changes: ["identity_provider"] });
  const next = addresses.state.value.value;
  const result = useSignal<ProviderTest | string | null>(null);
  const isTesting = useSignal(false);
  const form = useForm({
    initial: identityProviderValues(provider),
    check: issuerIssues,
    async send(values) {
      const body = identityProviderBody(values);
      const { data, message } = provider === undefined
        ? await unwrap(api.POST("/api/identity-providers", { body }))
        : await unwrap(
          api.PUT("/api/identity-providers/{id}", { params: { path: { id: provider.id } }, body }),
        );
      toasts.done(message);
      onClose();
      if (provider === undefined) {
        onCreated(data, { isMoved: next?.redirect_address !== data.redirect_address });
      }
    },
  });

  async function test(): Promise<void> {
    const values = form.values.value, found = issuerIssues(values);
    form.note(found);
    if (found.length > 0) return;
    isTesting.value = true;
    result.value = null;
    try {
      const body = { ...identityProviderBody(values), id: provider?.id ?? null };
      result.value = (await unwrap(api.POST("/api/identity-providers/test", { body }))).data;
    } catch (error) {
      const problem = problemOf(error);
      form.note(problem.issues);
      result.value = problem.message;
    } finally {
      isTesting.value = false;
    }
  }

  const { issuer, kind, grants } = form.values.value;
  const losesSecret = provider?.has_client_secret === true && issuer !== provider.issuer;
  const hint = secretHint(provider, losesSecret);
  const groupsHint = kind === "ldap" ? "The DN of a group, or its name" : PRESETS[kind].hints.groups;
  return (
    <FormDialog
      title={provider?.name ?? "New identity provider"}
      action={provider === undefined ? "Create provider" : "Save"}
      form={form}
      onClose={onClose}
      wide
      more={
        <button type="button" disabled={isTesting.value} onClick={test}>
          {isTesting.value ? "Testing…" : "Test"}
        </button>
      }
    >
      {provider === undefined && <KindField form={form} />}
      {kind === "ldap"
        ? <DirectoryFields secretHint={hint} />
        : <OidcFields kind={kind} secretHint={hint} addresses={provider ?? next} />}
      <GroupRoles rows={grants} areas={areas} hint={groupsHint} />
      {kind !== "ldap" && (
        <TextField
          path="audience"
          label="Audience of programs (optional)"
          hint="Access tokens with this audience may call the API; never the client id"
          spellcheck={false}
        />
      )}
      <CheckField
        path="is_active"
        label="Active"
        hint="If off, its users cannot sign in, and their sessions end"
      />
      <div role="status">
        {typeof result.value === "string"
          ? <p class="issue">{result.value}</p>
          : result.value !== null && <TestResult test={result.value} />}
      </div>
    </FormDialog>
  );
}

function TestResult({ test }: { test: ProviderTest }) {
  return (
    <>
      <h3>Test: {FINDING_STATUS[test.status].toLowerCase()}</h3>
      <ProviderFindings test={test} />
    </>
  );
}

const KINDS: readonly { value: ProviderKind; label: string }[] = [
  { value: "entra_id", label: PRESETS.entra_id.label },
  { value: "keycloak", label: PRESETS.keycloak.label },
  { value: "authelia", label: PRESETS.authelia.label },
  { value: "oidc", label: PRESETS.oidc.label },
  { value: "ldap", label: "LDAP or Active Directory" },
];

/** A kind fills in what nobody has changed. */
function KindField({ form }: { form: FormHandle<IdentityProviderValues> }) {
  return (
    <div class="field">
      <label for="identity-provider-kind">Kind</label>
      <select
        id="identity-provider-kind"
        value={form.values.value.kind}
        onChange={({ currentTarget }) => {
          const kind = KINDS[currentTarget.selectedIndex]?.value ?? "oidc";
          for (const [name, value] of Object.entries(prefilledBy(kind, form.values.value))) {
            form.set(
              name,
              value,
            );
          }
          form.set("kind", kind);
        }}
      >
        {KINDS.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
      </select>
    </div>
  );
}

interface OidcFieldsProps {
  kind: Exclude<ProviderKind, "ldap">;
  secretHint: string;
  addresses: Schemas["IdentityProviderAddresses"] | undefined;
}

function OidcFields({ kind, secretHint, addresses }: OidcFieldsProps) {
  const { hints } = PRESETS[kind];
  return (
    <>
      {addresses !== undefined && (
        <section aria-label="Addresses of Andon">
          <p class="muted">
            Enter these at the provider. The place of the redirect address: {hints.redirect_address}
          </p>
          <ProviderAddresses addresses={addresses} />
        </section>
      )}
      <div class="field-pair">
        <NameField />
        <TextField path="button_label" label="Text of the button (optional)" />
      </div>
      <TextField path="issuer" label="Issuer" hint={hints.issuer} spellcheck={false} />
      <div class="field-pair">
        <TextField path="client_id" label="Client id" hint={hints.client_id} spellcheck={false} />
        <TextField
          path="client_secret"
          label="Client secret"
          type="password"
          autocomplete="off"
          hint={`${hints.client_secret}. ${secretHint}`}
        />
        <TextField
          path="scopes"
          label="Scopes"
          hint="Add offline_access where refresh tokens need it"
          spellcheck={false}
        />
        <TextField path="username_claim" label="Claim with the name" spellcheck={false} />
        <TextField
          path="groups_claim"
          label="Claim with the groups"
          hint={hints.groups_claim}
          spellcheck={false}
        />
      </div>
    </>
  );
}

function DirectoryFields({ secretHint }: { secretHint: string }) {
  return (
    <>
      <div class="field-pair">
        <NameField />
        <TextField
          path="issuer"
          label="Address"
          hint="ldaps://host, or ldap://host with StartTLS"
          spellcheck={false}
        />
        <TextField
          path="client_id"
          label="Account that searches"
          hint="A DN: cn=andon,dc=example,dc=org"
          spellcheck={false}
        />
        <TextField
          path="client_secret"
          label="Password of the account"
          type="password"
          autocomplete="off"
          hint={secretHint}
        />
        <TextField
          path="ldap.user_base"
          label="People are under"
          hint="A DN: ou=people,dc=example,dc=org"
          spellcheck={false}
        />
        <TextField
          path="ldap.group_base"
          label="Groups are under (optional)"
          hint="A DN; empty: the same"
          spellcheck={false}
        />
      </div>
      <TextField
        path="ldap.user_filter"
        label="Filter that finds a person"
        hint="{username} stands for the name that was typed"
        spellcheck={false}
      />
      <TextAreaField
        path="ldap.ca"
        label="Certificates of your own authority (optional)"
        hint="As PEM; empty: the public authorities"
      />
    </>
  );
}

function NameField() {
  return (
    <TextField
      path="name"
      label="Name"
      hint="After @ in user names: anna@corp"
      spellcheck={false}
      autofocus
    />
  );
}

function secretHint(provider: IdentityProvider | undefined, losesSecret: boolean): string {
  if (losesSecret) return "A change of address removes the stored secret; enter it again";
  return provider?.has_client_secret
    ? "A secret is stored; leave empty to keep it"
    : "Stored encrypted, never shown again";
}
