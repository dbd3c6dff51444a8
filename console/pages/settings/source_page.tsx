import { unwrap } from "../../api/client.ts";
import { countText } from "../../parts/numbers.ts";
import { NumberField, SelectField, TextField } from "../../parts/form/fields.tsx";
import { Form } from "../../parts/form/form.tsx";
import { useUnsavedGuard } from "../../parts/form/unsaved_guard.ts";
import { ShownElsewhere, useForm } from "../../parts/form/use_form.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConfiguration } from "../../parts/stored_configuration.ts";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { isRefused } from "../../shell/source_text.ts";
import { ConnectionPanel } from "./connection_panel.tsx";
import { DiscoveryPanel } from "./discovery_panel.tsx";
import { SourceFacts } from "./source_facts.tsx";
import { works } from "../../parts/test_before_saving.ts";
import {
  changesConnection,
  type Configuration,
  isOtherPlant,
  losesSecret,
  REGIONS,
  secretIssues,
  sourceBody,
  sourceValues,
} from "./source_model.ts";
import { Panel } from "../../parts/panel.tsx";

export default function SourcePage() {
  const { session, live } = useConsole();
  const stored = useConfiguration();
  return (
    <Page title="Data source">
      <Loaded resource={stored}>
        {(configuration) => (
          <div class="stack settings-columns">
            <Panel
              title="Configuration"
              tools={configuration === null && <span class="muted">Not configured yet</span>}
            >
              {isRefused(live.source.value) && (
                <p class="stale" role="status">
                  The source refuses the stored credentials. Check the client ID and the secret.
                </p>
              )}
              {session.may("POST /api/configuration")
                ? <SourceForm key={JSON.stringify(configuration)} stored={configuration} />
                : <SourceFacts stored={configuration} />}
            </Panel>
            <div class="stack settings-side">
              <ConnectionPanel isConfigured={configuration !== null} />
              <DiscoveryPanel isConfigured={configuration !== null} />
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function saveAction(isBusy: boolean, tests: boolean): string {
  if (!tests) return "Save";
  return isBusy ? "Testing…" : "Save and test";
}

function SourceForm({ stored }: { stored: Configuration | null }) {
  const { api, toasts, dialogs } = useConsole();
  const otherPlant = async () => {
    const query = { is_deployed: true, limit: 1 };
    const { pagination } = await unwrap(api.GET("/api/instances", { params: { query } }));
    return {
      title: "Another plant",
      text: `Another tenant or namespace is another plant: ${
        countText(pagination?.total ?? 0, "deployed instance")
      } will stop until they are bound anew or you go back.`,
      action: "Save",
      danger: true,
    };
  };
  const form = useForm({
    initial: sourceValues(stored),
    check: (values) => secretIssues(stored, values),
    async send(values) {
      const body = sourceBody(values);
      const tests = changesConnection(stored, values);
      const test = () => unwrap(api.POST("/api/test-connection", { body }));
      if (tests && !await works(dialogs, { test, keeps: stored !== null })) throw new ShownElsewhere();
      if (isOtherPlant(stored, values) && !await dialogs.confirm(await otherPlant())) {
        throw new ShownElsewhere();
      }
      const { message } = await unwrap(api.POST("/api/configuration", { body }));
      toasts.done(message);
      form.reset({ ...values, client_secret: "" });
    },
  });
  useUnsavedGuard(() => form.isDirty.value);
  const secretHint = losesSecret(stored, form.values.value)
    ? "Enter it again: the stored one is not sent to another address, region or tenant"
    : stored?.has_client_secret
    ? "A secret is stored; leave empty to keep it"
    : "Stored encrypted, never shown again";
  return (
    <Form form={form} action={saveAction(form.isBusy.value, changesConnection(stored, form.values.value))}>
      <div class="field-pair">
        <SelectField path="region" label="Region" options={REGIONS} />
        <TextField
          path="base_url"
          label="Address (optional)"
          hint="Empty: default of the region"
          spellcheck={false}
        />
        <TextField path="tenant_id" label="Tenant ID" spellcheck={false} />
        <TextField path="namespace_id" label="Namespace ID" spellcheck={false} />
        <TextField path="client_id" label="Client ID" spellcheck={false} autocomplete="off" />
        <TextField
          path="client_secret"
          label="Client secret"
          type="password"
          autocomplete="new-password"
          hint={secretHint}
        />
      </div>
      <h3>Reading</h3>
      <div class="field-pair">
        <SelectField
          path="change_feed"
          label="Change feed"
          hint="Off: streams are read one by one"
          options={[{ value: "auto", label: "Automatic" }, { value: "off", label: "Off" }]}
        />
        <NumberField path="poll_seconds" label="Polling interval, seconds" hint="0.1 to 86,400" />
        <NumberField
          path="requests_per_minute"
          label="Requests per minute"
          hint="1 to 100,000; simulator: no limit"
        />
        <NumberField
          path="discovery_minutes"
          label="Discovery every, minutes"
          hint="0 to 10,080; 0: only by hand"
        />
        <NumberField
          path="wait_seconds"
          label="Wait for late values, seconds"
          hint="0 to 3,600; empty: 10 with a change feed, else the polling interval + 5"
        />
      </div>
      <h3>Evaluation</h3>
      <div class="field-pair">
        <NumberField
          path="max_age_seconds"
          label="Maximum age of values, seconds"
          hint="0: no limit; rules can set their own"
        />
        <NumberField
          path="source_lost_seconds"
          label="Source counts as lost after, seconds"
          hint="1 to 86,400"
        />
        <NumberField
          path="correction_horizon_hours"
          label="Correction horizon, hours"
          hint="0 to 8,760; late and changed values within it correct events"
        />
      </div>
    </Form>
  );
}
