import { useSignal } from "@preact/signals";
import { kindOf, takesAddresses } from "../../../domain/contact_point/kinds.ts";
import { unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { CheckField, NumberField, TextAreaField, TextField } from "../../parts/form/fields.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { type FormHandle, useForm } from "../../parts/form/use_form.ts";
import { KindFields } from "../../parts/form/kind_fields.tsx";
import { useConsole } from "../../shell/console.ts";
import {
  CHOICES,
  configBody,
  configOfChoice,
  type ContactPoint,
  contactPointBody,
  type ContactPointValues,
  contactPointValues,
  fieldsFor,
  heartbeatOfChoice,
  pointIssues,
  secretFields,
  testedBody,
} from "./contact_point_model.ts";
import { type ContactPointTest, TestResult } from "./test_result.tsx";

interface ContactPointFormProps {
  point: ContactPoint | undefined;
  onClose(): void;
}

/** Creates or edits a contact point, and tests it before it is saved. */
export function ContactPointForm({ point, onClose }: ContactPointFormProps) {
  const { api, toasts } = useConsole();
  const result = useSignal<ContactPointTest | string | null>(null);
  const isTesting = useSignal(false);
  const form = useForm<ContactPointValues>({
    initial: contactPointValues(point),
    check: pointIssues,
    async send(values) {
      const body = contactPointBody(values);
      const { message } = point === undefined
        ? await unwrap(api.POST("/api/contact-points", { body }))
        : await unwrap(
          api.PUT("/api/contact-points/{id}", { params: { path: { id: point.id } }, body }),
        );
      toasts.done(message);
      onClose();
    },
  });

  const values = form.values.value;
  const config = configBody(values.config);

  async function test(): Promise<void> {
    isTesting.value = true;
    result.value = null;
    try {
      const to = takesAddresses(config) && values.test_to.trim() !== "" ? values.test_to.trim() : null;
      const body = { ...testedBody(values), id: point?.id ?? null, to };
      result.value = (await unwrap(api.POST("/api/contact-points/test", { body }))).data;
    } catch (error) {
      result.value = problemOf(error).message;
    } finally {
      isTesting.value = false;
    }
  }

  return (
    <FormDialog
      title={point?.name ?? "New contact point"}
      action={point === undefined ? "Create contact point" : "Save"}
      form={form}
      onClose={onClose}
      wide
      more={
        <button type="button" disabled={isTesting.value} onClick={test}>
          {isTesting.value ? "Sending…" : "Send a test"}
        </button>
      }
    >
      <div class="field-pair">
        <TextField path="name" label="Name" autofocus />
        {point === undefined && <ChoiceField form={form} />}
      </div>
      {kindOf(config.kind).note !== undefined && <p class="muted">{kindOf(config.kind).note}</p>}
      <KindFields
        fields={fieldsFor(config)}
        isPreset={values.choice.startsWith("http:") && form.issues.value.length === 0}
      />
      <SecretFields form={form} point={point} />
      <CheckField
        path="fallback"
        label="Fallback"
        hint="It is told when nobody else is, once it has passed a test. Only one contact point is the fallback"
      />
      <details open={values.heartbeat_minutes !== null}>
        <summary>More</summary>
        <div class="field-pair">
          <NumberField path="max_per_minute" label="Messages a minute at most" min={1} max={600} />
          <NumberField
            path="heartbeat_minutes"
            label="Heartbeat every so many minutes (optional)"
            hint="Andon's own heartbeat leaves by it, so that its receiver notices when Andon stops"
            min={1}
            max={60}
          />
        </div>
        <TextAreaField path="description" label="Description (optional)" rows={2} />
      </details>
      {takesAddresses(config) && (
        <TextField
          path="test_to"
          label="Address for the test (optional)"
          hint="Empty: the contact point's own receiver"
          spellcheck={false}
        />
      )}
      <div role="status">
        {typeof result.value === "string"
          ? <p class="issue">{result.value}</p>
          : result.value !== null && <TestResult test={result.value} />}
      </div>
    </FormDialog>
  );
}

/** A choice replaces the settings: those of another kind would mean nothing. */
function ChoiceField({ form }: { form: FormHandle<ContactPointValues> }) {
  return (
    <div class="field">
      <label for="contact-point-choice">Kind</label>
      <select
        id="contact-point-choice"
        value={form.values.value.choice}
        onChange={({ currentTarget: { value } }) => {
          form.set("choice", value);
          form.set("config", configOfChoice(value));
          form.set("heartbeat_minutes", heartbeatOfChoice(value));
          form.set("secrets", {});
        }}
      >
        {CHOICES.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
      </select>
    </div>
  );
}

function SecretFields(
  { form, point }: { form: FormHandle<ContactPointValues>; point: ContactPoint | undefined },
) {
  const values = form.values.value;
  const fields = secretFields(values, point);
  const { newSecret } = kindOf(values.config.kind);
  return (
    <>
      {fields.map(({ name, label, isStored }) => (
        <TextField
          key={name}
          path={`secrets.${name}`}
          label={label}
          type={newSecret ? "text" : "password"}
          autocomplete="off"
          spellcheck={false}
          hint={isStored ? "One is stored; leave empty to keep it" : "Stored encrypted, never shown again"}
        />
      ))}
      {newSecret && (
        <p>
          <button
            type="button"
            onClick={() =>
              form.set(`secrets.${fields[0]?.name}`, newSecret(crypto.getRandomValues(new Uint8Array(32))))}
          >
            Generate a secret
          </button>{" "}
          <span class="muted">Copy it to the receiver before you save.</span>
        </p>
      )}
    </>
  );
}
