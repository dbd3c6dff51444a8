import { unwrap } from "../../api/client.ts";
import { PROVIDER_TYPES } from "../../../domain/provider/types.ts";
import { VENDORS } from "../../../domain/provider/vendor.ts";
import { CheckField, NumberField, SelectField, TextAreaField, TextField } from "../../parts/form/fields.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { type FormHandle, ShownElsewhere, useForm } from "../../parts/form/use_form.ts";
import { useConsole } from "../../shell/console.ts";
import { works } from "../../parts/test_before_saving.ts";
import {
  changesModel,
  keyIssues,
  losesStoredKey,
  PROVIDER_TITLES,
  providerBody,
  type ProviderValues,
  providerValues,
} from "./provider_model.ts";
import { type Provider, useAssistantTypes } from "./use_providers.ts";
import { numberText } from "../../parts/numbers.ts";

/** Creates or edits a provider. */
export function ProviderForm({ provider, onClose }: { provider: Provider | undefined; onClose(): void }) {
  const { api, toasts, dialogs } = useConsole();
  const types = useAssistantTypes().state.value.value ?? [];
  const form = useForm({
    initial: providerValues(provider),
    check: (values) => keyIssues(provider, values),
    async send(values) {
      const body = providerBody(values);
      if (provider !== undefined && provider.is_active && changesModel(provider, values)) {
        const { provider_type, model_name, base_url, api_key } = body;
        const settings = { provider_type, model_name, base_url, ...api_key !== undefined && { api_key } };
        const path = { provider_id: provider.id };
        const test = () =>
          unwrap(api.POST("/api/ai-providers/{provider_id}/test", { params: { path }, body: { settings } }));
        if (!await works(dialogs, { test, keeps: true })) throw new ShownElsewhere();
      }
      const { message } = provider === undefined
        ? await unwrap(api.POST("/api/ai-providers", { body }))
        : await unwrap(api.PUT("/api/ai-providers/{provider_id}", {
          params: { path: { provider_id: provider.id } },
          body,
        }));
      toasts.done(message);
      onClose();
    },
  });
  const { provider_type } = form.values.value;
  const losesKey = provider !== undefined && losesStoredKey(provider, form.values.value);
  const vendor = VENDORS[provider_type];
  return (
    <FormDialog
      title={provider === undefined ? "New provider" : provider.display_name}
      action={saveAction(form, provider)}
      form={form}
      onClose={onClose}
      wide
    >
      <div class="field-pair">
        <TextField path="display_name" label="Name" autofocus />
        <SelectField
          path="provider_type"
          label="Type"
          options={PROVIDER_TYPES.map((value) => ({ value, label: PROVIDER_TITLES[value] }))}
        />
        <TextField path="model_name" label="Model" hint="Model name used by the vendor" spellcheck={false} />
        <TextField
          path="base_url"
          label={vendor.baseUrl === null ? "Address" : "Address (optional)"}
          hint={vendor.baseUrl === null ? "Address of your own installation" : `Default: ${vendor.baseUrl}`}
          spellcheck={false}
        />
        <TextField
          path="api_key"
          label="API key"
          type="password"
          autocomplete="off"
          hint={keyHint(provider, { needsKey: vendor.needsKey, losesKey })}
        />
        <NumberField
          path="context_window_tokens"
          label="Context window in tokens (optional)"
          hint={`Default: ${numberText(vendor.windowTokens)}`}
        />
        <SelectField
          path="usage_mode"
          label="Usage"
          options={[
            { value: "assistant", label: "Assistant: can call functions" },
            { value: "analysis", label: "Analysis: context only" },
          ]}
        />
        <SelectField
          path="assistant_type_id"
          label="Assistant type"
          options={[
            { value: "", label: "None" },
            ...types.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      </div>
      <TextAreaField
        path="system_instructions"
        label="Instructions (optional)"
        hint="Sent to the model after the instructions of the assistant type"
      />
      <div class="field-pair">
        <CheckField
          path="is_active"
          label="Active"
          hint="Only active providers can be used in conversations"
        />
        <CheckField path="function_calling_enabled" label="Function calls" />
        <CheckField
          path="share_plant_data"
          label="Share plant data"
          hint="If off, only messages written by users are sent"
        />
      </div>
    </FormDialog>
  );
}

function saveAction(form: FormHandle<ProviderValues>, provider: Provider | undefined): string {
  if (provider === undefined) return "Create provider";
  if (!provider.is_active || !changesModel(provider, form.values.value)) return "Save";
  return form.isBusy.value ? "Testing…" : "Save and test";
}

function keyHint(
  provider: Provider | undefined,
  { needsKey, losesKey }: { needsKey: boolean; losesKey: boolean },
): string {
  if (losesKey) return "Enter it again: the stored key is not sent to another address or vendor";
  if (provider?.has_api_key) return "A key is stored; leave empty to keep it";
  return needsKey ? "Stored encrypted, never shown again" : "Not needed";
}
