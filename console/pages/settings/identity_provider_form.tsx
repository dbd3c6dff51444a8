import { unwrap } from "../../api/client.ts";
import type { Area } from "../../parts/areas.ts";
import { CheckField, TextAreaField, TextField } from "../../parts/form/fields.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import { useConsole } from "../../shell/console.ts";
import {
  grantIssues,
  type IdentityProvider,
  identityProviderBody,
  identityProviderValues,
} from "./identity_provider_model.ts";

interface IdentityProviderFormProps {
  provider: IdentityProvider | undefined;
  areas: readonly Area[];
  onClose(): void;
}

/** Creates or edits an identity provider. */
export function IdentityProviderForm({ provider, areas, onClose }: IdentityProviderFormProps) {
  const { api, toasts } = useConsole();
  const form = useForm({
    initial: identityProviderValues(provider, areas),
    check: (values) => grantIssues(values, areas),
    async send(values) {
      const body = identityProviderBody(values, areas);
      const { message } = provider === undefined
        ? await unwrap(api.POST("/api/identity-providers", { body }))
        : await unwrap(
          api.PUT("/api/identity-providers/{id}", { params: { path: { id: provider.id } }, body }),
        );
      toasts.done(message);
      onClose();
    },
  });
  const losesSecret = provider?.has_client_secret === true && form.values.value.issuer !== provider.issuer;
  return (
    <FormDialog
      title={provider?.name ?? "New identity provider"}
      action={provider === undefined ? "Create provider" : "Save"}
      form={form}
      onClose={onClose}
      wide
    >
      <div class="field-pair">
        <TextField
          path="name"
          label="Name"
          hint="After @ in user names: anna@corp"
          spellcheck={false}
          autofocus
        />
        <TextField path="issuer" label="Issuer" hint="Exactly as the provider writes it" spellcheck={false} />
        <TextField path="client_id" label="Client id" spellcheck={false} />
        <TextField
          path="client_secret"
          label="Client secret"
          type="password"
          autocomplete="off"
          hint={secretHint(provider, losesSecret)}
        />
        <TextField path="scopes" label="Scopes" spellcheck={false} />
        <TextField path="button_label" label="Text of the button (optional)" />
        <TextField path="username_claim" label="Claim with the name" spellcheck={false} />
        <TextField path="groups_claim" label="Claim with the groups" spellcheck={false} />
      </div>
      <TextAreaField
        path="grants"
        label="Roles of groups"
        hint={`One per line: the role, a space, the group; a role in areas as in operator[${
          areas[0]?.name ?? "North"
        }] /plant/operators. Who is in none of them cannot sign in`}
      />
      <TextField
        path="audience"
        label="Audience of programs (optional)"
        hint="Access tokens with this audience may call the API; never the client id"
        spellcheck={false}
      />
      <CheckField
        path="is_active"
        label="Active"
        hint="If off, its users cannot sign in, and their sessions end"
      />
      {provider !== undefined && (
        <p class="muted">
          Redirect address to register there: <code>{provider.redirect_address}</code>
        </p>
      )}
    </FormDialog>
  );
}

function secretHint(provider: IdentityProvider | undefined, losesSecret: boolean): string {
  if (losesSecret) return "Changing the issuer removes the stored secret; enter it again";
  return provider?.has_client_secret
    ? "A secret is stored; leave empty to keep it"
    : "Stored encrypted, never shown again";
}
