import { type Schemas, unwrap } from "../../api/client.ts";
import { ROLES } from "../../../domain/access/types.ts";
import { Copied } from "../../parts/copied.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { CheckField, SelectField, TextField } from "../../parts/form/fields.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { MomentField } from "../../parts/form/moment_field.tsx";
import { MOMENT_ISSUES } from "../../parts/form/moment_text.ts";
import { useForm } from "../../parts/form/use_form.ts";
import { useConsole } from "../../shell/console.ts";
import { GrantFields } from "./grant_fields.tsx";
import { ROLE_HINTS } from "./roles.ts";

type ApiKey = Schemas["ApiKey"];
type NewApiKey = Schemas["NewApiKey"];

const DAY_MS = 86_400_000;
const EXPIRY_OPTIONS = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In 1 year" },
  { value: "date", label: "On a date" },
];
const UNCHANGED = { value: "same", label: "Unchanged" };

interface KeyFormProps {
  apiKey: ApiKey | undefined;
  onClose(): void;
  onCreated(key: NewApiKey): void;
}

/** Creates or edits a key. The key itself is shown only once. */
export function KeyForm({ apiKey, onClose, onCreated }: KeyFormProps) {
  const { api, time, toasts } = useConsole();
  const lastMs = (expiry: string, date: string) =>
    expiry === "date" ? time.fromField(`${date}T23:59:59.999`) : Date.now() + Number(expiry) * DAY_MS;
  const form = useForm({
    initial: {
      name: apiKey?.name ?? "",
      role: apiKey?.role ?? ROLES[0],
      grants: apiKey?.grants ?? [] as ApiKey["grants"],
      is_active: apiKey?.is_active ?? true,
      allowed_addresses: apiKey?.allowed_addresses.join(", ") ?? "",
      expires_at: apiKey === undefined ? "365" : UNCHANGED.value,
      expires_on: "",
    },
    check: ({ expires_at: expiry, expires_on: date }) =>
      expiry !== UNCHANGED.value && Number.isNaN(lastMs(expiry, date))
        ? [{ path: "expires_on", message: MOMENT_ISSUES.date }]
        : [],
    async send({ expires_at: expiry, expires_on: date, ...values }) {
      const changed = expiry !== UNCHANGED.value;
      const allowed_addresses = values.allowed_addresses.split(/[\s,]+/).filter((one) => one !== "");
      const body = {
        ...values,
        allowed_addresses,
        ...changed && { expires_at: new Date(lastMs(expiry, date)).toISOString() },
      };
      if (apiKey === undefined) {
        const { data } = await unwrap(api.POST("/api/keys", { body }));
        onClose();
        return onCreated(data);
      }
      const params = { path: { id: apiKey.id } };
      toasts.done((await unwrap(api.PUT("/api/keys/{id}", { params, body }))).message);
      onClose();
    },
  });

  return (
    <FormDialog
      title={apiKey?.name ?? "New API key"}
      action={apiKey === undefined ? "Create key" : "Save"}
      form={form}
      onClose={onClose}
      removal={apiKey && {
        title: `Delete ${apiKey.name}?`,
        text: "Programs that use this key will be refused.",
        action: "Delete key",
        act: () => unwrap(api.DELETE("/api/keys/{id}", { params: { path: { id: apiKey.id } } })),
      }}
    >
      <TextField path="name" label="Name" hint="The program that uses it; shown in the audit log" autofocus />
      <SelectField
        path="role"
        label="Role"
        hint={ROLE_HINTS[form.values.value.role]}
        options={ROLES.map((value) => ({ value, label: value }))}
      />
      <GrantFields role={form.values.value.role} />
      <SelectField
        path="expires_at"
        label="Expires"
        options={apiKey === undefined ? EXPIRY_OPTIONS : [UNCHANGED, ...EXPIRY_OPTIONS]}
      />
      {form.values.value.expires_at === "date" && (
        <MomentField path="expires_on" label="Last day" kind="date" />
      )}
      <TextField
        path="allowed_addresses"
        label="Allowed addresses (optional)"
        hint="IP addresses and networks such as 10.0.0.0/8, with commas between them; empty: from everywhere"
        spellcheck={false}
      />
      <CheckField path="is_active" label="Active" />
    </FormDialog>
  );
}

/** Shows a new key, only once. */
export function NewKeyDialog({ created, onClose }: { created: NewApiKey; onClose(): void }) {
  return (
    <Dialog title={`Key “${created.name}”`} onClose={onClose} requiresAnswer>
      <p>Copy the key now. It is shown only once and is not stored in plain text.</p>
      <Copied text={created.key} />
      <p class="muted">
        Send it in the header <code>Authorization: Bearer …</code>
      </p>
      <div class="buttons">
        <button type="button" class="primary" onClick={onClose}>Done</button>
      </div>
    </Dialog>
  );
}
