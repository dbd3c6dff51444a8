import { type Schemas, told } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { ROLES } from "../../../domain/access/types.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { CheckField, SelectField, TextField } from "../../parts/form/fields.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import { useConsole } from "../../shell/console.ts";
import { ROLE_HINTS } from "./roles.ts";

type ApiKey = Schemas["ApiKey"];
type NewApiKey = Schemas["NewApiKey"];

const DAY_MS = 86_400_000;
const LIVES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "A year" },
  { value: "", label: "For ever" },
];
const AS_IT_IS = { value: "same", label: "As it is" };

interface KeyFormProps {
  apiKey: ApiKey | undefined;
  onClose(): void;
  onMade(key: NewApiKey): void;
}

/** A key to be made, or changed; its own text is never to be had again. */
export function KeyForm({ apiKey, onClose, onMade }: KeyFormProps) {
  const { api, toasts, asking } = useConsole();
  const form = useForm({
    initial: {
      name: apiKey?.name ?? "",
      role: apiKey?.role ?? ROLES[0],
      is_active: apiKey?.is_active ?? true,
      expires_at: apiKey === undefined ? "90" : AS_IT_IS.value,
    },
    async send({ expires_at: life, ...values }) {
      const body = { ...values, ...life !== AS_IT_IS.value && { expires_at: endOf(life) } };
      if (apiKey === undefined) {
        const { data } = await told(api.POST("/api/keys", { body }));
        onClose();
        return onMade(data);
      }
      const params = { path: { id: apiKey.id } };
      toasts.done((await told(api.PUT("/api/keys/{id}", { params, body }))).message);
      onClose();
    },
  });

  async function remove({ id, name }: ApiKey): Promise<void> {
    const isMeant = await asking.confirm({
      title: `Delete ${name}?`,
      text: "Programs that use it are refused from now on.",
      action: "Delete key",
      danger: true,
    });
    if (!isMeant) return;
    try {
      toasts.done((await told(api.DELETE("/api/keys/{id}", { params: { path: { id } } }))).message);
      onClose();
    } catch (error) {
      toasts.problem(problemOf(error).message);
    }
  }

  return (
    <FormDialog
      title={apiKey?.name ?? "New API key"}
      action={apiKey === undefined ? "Create key" : "Save"}
      form={form}
      onClose={onClose}
      more={apiKey !== undefined && (
        <button type="button" class="danger" onClick={() => remove(apiKey)}>Delete</button>
      )}
    >
      <TextField path="name" label="Name" hint="What uses it; it stands in the audit log" autofocus />
      <SelectField
        path="role"
        label="Role"
        hint={ROLE_HINTS[form.values.value.role]}
        options={ROLES.map((value) => ({ value, label: value }))}
      />
      <SelectField
        path="expires_at"
        label="Lives for"
        options={apiKey === undefined ? LIVES : [AS_IT_IS, ...LIVES]}
      />
      <CheckField path="is_active" label="Active" />
    </FormDialog>
  );
}

/** From now on; null: for ever. */
function endOf(days: string): string | null {
  return days === "" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
}

/** The key itself, this once. */
export function NewKeyDialog({ made, onClose }: { made: NewApiKey; onClose(): void }) {
  const { toasts } = useConsole();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(made.key);
      toasts.done("Copied");
    } catch {
      toasts.problem("This browser does not let pages copy; select the key and copy it");
    }
  }

  return (
    <Dialog title={`Key “${made.name}”`} onClose={onClose} firm>
      <p>Copy it now: it is shown this once, and kept nowhere in the clear.</p>
      <div class="secret">
        <code>{made.key}</code>
        <button type="button" onClick={copy}>Copy</button>
      </div>
      <p class="muted">
        It travels as <code>Authorization: Bearer …</code>
      </p>
      <div class="buttons">
        <button type="button" class="primary" onClick={onClose}>I have it</button>
      </div>
    </Dialog>
  );
}
