import type { ConfigOf, ContactPointKind } from "../../../domain/contact_point/types.ts";
import { CheckField, NumberField, SelectField, TextAreaField, TextField } from "../../parts/form/fields.tsx";
import { optionsOf } from "../../parts/options.ts";

interface ConfigFieldsProps {
  kind: ContactPointKind;
  /** Most of the request is ready and folded away. */
  isPreset: boolean;
  /** The templates use `{to}`. */
  namesRecipient: boolean;
}

/** The settings of a kind. */
export function ConfigFields({ kind, isPreset, namesRecipient }: ConfigFieldsProps) {
  switch (kind) {
    case "email":
      return <EmailFields />;
    case "webhook":
      return <WebhookFields />;
    case "http":
      return <HttpFields isPreset={isPreset} namesRecipient={namesRecipient} />;
    case "mqtt":
      return <MqttFields />;
    case "teams":
      return <p class="muted">Create a workflow “Post to a channel when a webhook request is received”.</p>;
    case "slack":
      return <p class="muted">Create an incoming webhook for the channel.</p>;
  }
}

const TLS_MODES = optionsOf<ConfigOf<"email">["tls"]>({
  starttls: "STARTTLS, required",
  tls: "TLS from the start",
  none: "None, in the own network only",
});

function EmailFields() {
  return (
    <>
      <div class="field-pair">
        <TextField path="config.host" label="SMTP server" hint="smtp.example.org" spellcheck={false} />
        <NumberField
          path="config.port"
          label="Port"
          hint="587 with STARTTLS, 465 with TLS"
          min={1}
          max={65535}
        />
        <SelectField path="config.tls" label="Encryption" options={TLS_MODES} />
        <TextField
          path="config.user"
          label="User (optional)"
          hint="Empty: the server asks for no password"
          autocomplete="off"
          spellcheck={false}
        />
        <TextField path="config.from" label="Sender's address" spellcheck={false} />
        <TextField path="config.from_name" label="Sender's name" />
      </div>
      <TextAreaField
        path="config.to"
        label="Shared mailboxes (optional)"
        hint="One address per line; empty: only persons' own addresses are told"
        rows={2}
      />
      <Certificates />
    </>
  );
}

function WebhookFields() {
  return (
    <>
      <TextField path="config.url" label="Address" hint="https://…" spellcheck={false} />
      <Certificates />
    </>
  );
}

const METHODS = optionsOf<ConfigOf<"http">["method"]>({
  POST: "POST",
  PUT: "PUT",
  PATCH: "PATCH",
  GET: "GET",
});
const BODIES = optionsOf<ConfigOf<"http">["content_type"]>({
  "application/json": "JSON",
  "application/x-www-form-urlencoded": "Form",
  "text/plain": "Text",
});

function HttpFields({ isPreset, namesRecipient }: Omit<ConfigFieldsProps, "kind">) {
  return (
    <>
      <TextField
        path="config.url"
        label="Address"
        hint="Placeholders may stand after the host: {event_key}, {secret.token}"
        spellcheck={false}
      />
      {namesRecipient && (
        <TextField
          path="config.to"
          label="{to} in messages to nobody in particular (optional)"
          hint="Such as the telephone number of the control room"
          spellcheck={false}
        />
      )}
      {isPreset
        ? (
          <details>
            <summary>The request</summary>
            <RequestFields />
          </details>
        )
        : <RequestFields />}
      <Certificates />
    </>
  );
}

function RequestFields() {
  return (
    <>
      <div class="field-pair">
        <SelectField path="config.method" label="Method" options={METHODS} />
        <SelectField path="config.content_type" label="Body" options={BODIES} />
      </div>
      <TextAreaField
        path="config.headers"
        label="Headers (optional)"
        hint="One per line: Authorization: Bearer {secret.token}"
        rows={2}
      />
      <TextAreaField
        path="config.body"
        label="Text of the body"
        hint="{title}, {text}, {severity}, {status}, {link}, {to}, {event_key}, {delivery_key}; choices as in {status:firing=trigger,resolved=resolve}"
        rows={8}
      />
    </>
  );
}

const QUALITIES = [
  { value: "0", label: "0: without a confirmation" },
  { value: "1", label: "1: at least once" },
  { value: "2", label: "2: exactly once" },
];

function MqttFields() {
  return (
    <>
      <div class="field-pair">
        <TextField path="config.host" label="Broker" hint="broker.example.org" spellcheck={false} />
        <NumberField path="config.port" label="Port" hint="8883 with TLS, 1883 without" min={1} max={65535} />
        <TextField path="config.user" label="User (optional)" autocomplete="off" spellcheck={false} />
        <TextField
          path="config.topic"
          label="Topic"
          hint="Takes {severity}, {status}, {event_key}, {title}"
          spellcheck={false}
        />
        <SelectField path="config.qos" label="Quality of service" options={QUALITIES} />
      </div>
      <CheckField
        path="config.tls"
        label="TLS"
        hint="Without it only in the own network, and without a user"
      />
      <CheckField
        path="config.retain"
        label="Retain"
        hint="The broker keeps the newest message of each topic for new subscribers"
      />
      <Certificates />
    </>
  );
}

function Certificates() {
  return (
    <details>
      <summary>Certificates of your own authority</summary>
      <TextAreaField
        path="config.ca"
        label="Certificates (optional)"
        hint="As PEM; empty: the public authorities"
      />
    </details>
  );
}
