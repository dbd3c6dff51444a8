import { unwrap } from "../../api/client.ts";
import { CheckField, TextAreaField } from "../../parts/form/fields.tsx";
import { Form } from "../../parts/form/form.tsx";
import { useUnsavedGuard } from "../../parts/form/unsaved_guard.ts";
import { useForm } from "../../parts/form/use_form.ts";
import { WorkingHours } from "./working_hours.tsx";
import { usePlantSettings } from "../../parts/plant_settings.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { Panel } from "../../parts/panel.tsx";

/** What the plant has set for everybody. */
export default function PlantSettingsPage() {
  const settings = usePlantSettings();
  return (
    <Page title="Plant settings">
      <Loaded resource={settings}>
        {(stored) => (
          <>
            <Panel title="Event wall">
              <PlantSettings
                key={String(stored.keep_unacknowledged_since)}
                isRetained={stored.keep_unacknowledged}
                since={stored.keep_unacknowledged_since}
              />
            </Panel>
            <Panel title="Working hours">
              <WorkingHours
                key={JSON.stringify([stored.working_hours, stored.holidays])}
                hours={stored.working_hours}
                holidays={stored.holidays}
              />
            </Panel>
            <Panel title="Notifications">
              <MailDomains
                key={stored.notification_mail_domains.join()}
                domains={stored.notification_mail_domains}
              />
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  );
}

function PlantSettings({ isRetained, since }: { isRetained: boolean; since: string | null }) {
  const { api, session, time, toasts } = useConsole();
  const form = useForm({
    initial: { keep_unacknowledged: isRetained },
    async send(values) {
      const { message } = await unwrap(api.PUT("/api/plant-settings", { body: values }));
      toasts.done(message);
      form.reset(values);
    },
  });
  useUnsavedGuard(() => form.isDirty.value);
  const sinceText = since === null ? "" : ` Since ${time.moment(Date.parse(since))}.`;
  if (!session.may("PUT /api/plant-settings")) {
    return <p>Unacknowledged events {isRetained ? "stay" : "do not stay"} on the wall.{sinceText}</p>;
  }
  return (
    <Form form={form} action="Save">
      <CheckField path="keep_unacknowledged" label="Keep unacknowledged events on the wall" />
      <p class="muted">
        Events that returned to normal stay until somebody acknowledges them (ISA-18.2).{sinceText}
      </p>
    </Form>
  );
}

/** The domains that mail addresses of users may have. */
function MailDomains({ domains }: { domains: readonly string[] }) {
  const { api, session, toasts } = useConsole();
  const form = useForm({
    initial: { notification_mail_domains: domains.join("\n") },
    async send({ notification_mail_domains: text }) {
      const body = { notification_mail_domains: text.split(/[\s,;]+/).filter((one) => one !== "") };
      const { message } = await unwrap(api.PUT("/api/plant-settings", { body }));
      toasts.done(message);
    },
  });
  useUnsavedGuard(() => form.isDirty.value);
  if (!session.may("PUT /api/plant-settings")) {
    return <p>Mail goes to {domains.length === 0 ? "any domain" : domains.join(", ")}.</p>;
  }
  return (
    <Form form={form} action="Save">
      <TextAreaField
        path="notification_mail_domains"
        label="Mail domains (optional)"
        hint="One a line, such as example.com or *.example.com. People add mail addresses of these domains only; empty: of any domain"
      />
    </Form>
  );
}
