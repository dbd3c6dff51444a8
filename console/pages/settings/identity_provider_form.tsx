import { unwrap } from "../../api/client.ts";
import type { Area } from "../../parts/areas.ts";
import { CheckField, SelectField, TextAreaField, TextField } from "../../parts/form/fields.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import { optionsOf } from "../../parts/options.ts";
import { useConsole } from "../../shell/console.ts";
import {
  grantIssues,
  type IdentityProvider,
  identityProviderBody,
  type IdentityProviderValues,
  identityProviderValues,
} from "./identity_provider_model.ts";

interface IdentityProviderFormProps {
  provider: IdentityProvider | undefined;
  areas: readonly Area[];
  onClose(): void;
  /** Called with a new provider, which must be told Andon's addresses. */
  onCreated(created: IdentityProvider): void;
}

/** Creates or edits an identity provider. */
export function IdentityProviderForm({ provider, areas, onClose, onCreated }: IdentityProviderFormProps) {
  const { api, toasts } = useConsole();
  const form = useForm({
    initial: identityProviderValues(provider, areas),
    check: (values) => grantIssues(values, areas),
    async send(values) {
      const body = identityProviderBody(values, areas);
      const { data, message } = provider === undefined
        ? await unwrap(api.POST("/api/identity-providers", { body }))
        : await unwrap(
          api.PUT("/api/identity-providers/{id}", { params: { path: { id: provider.id } }, body }),
        );
      toasts.done(message);
      onClose();
      if (provider === undefined) onCreated(data);
    },
  });
  const losesSecret = provider?.has_client_secret === true && form.values.value.issuer !== provider.issuer;
  const isDirectory = form.values.value.kind === "ldap";
  const hint = secretHint(provider, losesSecret);
  return (
    <FormDialog
      title={provider?.name ?? "New identity provider"}
      action={provider === undefined ? "Create provider" : "Save"}
      form={form}
      onClose={onClose}
      wide
    >
      {provider === undefined && <SelectField path="kind" label="Kind" options={KINDS} />}
      {isDirectory ? <DirectoryFields secretHint={hint} /> : <OidcFields secretHint={hint} />}
      <TextAreaField
        path="grants"
        label="Roles of groups"
        hint={`One per line: the role, a space, the group; a role in areas as in operator[${
          areas[0]?.name ?? "North"
        }] /plant/operators. Who is in none of them cannot sign in`}
      />
      {!isDirectory && (
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
      {provider !== undefined && !isDirectory && <Addresses provider={provider} />}
    </FormDialog>
  );
}

const KINDS = optionsOf<IdentityProviderValues["kind"]>({
  oidc: "OpenID Connect",
  ldap: "LDAP or Active Directory",
});

function OidcFields({ secretHint }: { secretHint: string }) {
  return (
    <div class="field-pair">
      <NameField />
      <TextField path="issuer" label="Issuer" hint="Exactly as the provider writes it" spellcheck={false} />
      <TextField path="client_id" label="Client id" spellcheck={false} />
      <TextField
        path="client_secret"
        label="Client secret"
        type="password"
        autocomplete="off"
        hint={secretHint}
      />
      <TextField
        path="scopes"
        label="Scopes"
        hint="Add offline_access where refresh tokens need it"
        spellcheck={false}
      />
      <TextField path="button_label" label="Text of the button (optional)" />
      <TextField path="username_claim" label="Claim with the name" spellcheck={false} />
      <TextField path="groups_claim" label="Claim with the groups" spellcheck={false} />
    </div>
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

/** What the provider needs to know of Andon. */
export function Addresses({ provider }: { provider: IdentityProvider }) {
  const { redirect_address, after_logout_address, backchannel_logout_address } = provider;
  return (
    <dl class="facts">
      <dt>Redirect address</dt>
      <dd>
        <code>{redirect_address}</code>
      </dd>
      <dt>Address after a logout</dt>
      <dd>
        <code>{after_logout_address}</code>
      </dd>
      <dt>Back-channel logout address</dt>
      <dd>
        <code>{backchannel_logout_address}</code>
      </dd>
    </dl>
  );
}

function secretHint(provider: IdentityProvider | undefined, losesSecret: boolean): string {
  if (losesSecret) return "A change of address removes the stored secret; enter it again";
  return provider?.has_client_secret
    ? "A secret is stored; leave empty to keep it"
    : "Stored encrypted, never shown again";
}
