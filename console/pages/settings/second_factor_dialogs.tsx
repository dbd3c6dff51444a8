import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { type Schemas, unwrap } from "../../api/client.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { TextField } from "../../parts/form/fields.tsx";
import { Form } from "../../parts/form/form.tsx";
import { type FormHandle, useForm } from "../../parts/form/use_form.ts";
import { CodeSetUp } from "../../session/code_set_up.tsx";
import { addPasskey } from "../../session/passkeys.ts";
import { RecoveryCodes } from "../../session/recovery_codes.tsx";
import { useConsole } from "../../shell/console.ts";

export type Passkey = Schemas["SecondFactors"]["passkeys"][number];

interface DialogProps {
  onClose(): void;
}

/** Adds a passkey of this browser. With the first factor come recovery codes. */
export function AddPasskey({ onClose }: DialogProps) {
  const { api, toasts } = useConsole();
  const codes = useSignal<readonly string[] | null>(null);
  const form = useForm({
    initial: { name: "", current_password: "" },
    check: (values) => [
      ...values.name.trim() === "" ? [{ path: "name", message: "Enter a name" }] : [],
      ...passwordIssues(values),
    ],
    async send({ name, current_password: password }) {
      const added = await addPasskey(api, { name: name.trim(), password });
      if (added.recovery_codes === null) {
        toasts.done("The passkey is added");
        return onClose();
      }
      codes.value = added.recovery_codes;
    },
  });
  if (codes.value !== null) return <CodesDialog codes={codes.value} onClose={onClose} />;
  return (
    <Dialog title="Add a passkey" onClose={onClose}>
      <p>Your browser then asks for this device, a phone or a security key.</p>
      <PasswordForm form={form} action="Add passkey" onClose={onClose}>
        <TextField path="name" label="Name" hint="To tell it from others: Work phone" autofocus />
      </PasswordForm>
    </Dialog>
  );
}

/** Sets up an authenticator app. With the first factor come recovery codes. */
export function AddCodes({ replaces, onClose }: DialogProps & { replaces: boolean }) {
  const { api, toasts } = useConsole();
  const begun = useSignal<Schemas["CodeSecret"] | null>(null);
  const codes = useSignal<readonly string[] | null>(null);
  const form = useForm({
    initial: { current_password: "" },
    check: passwordIssues,
    async send(body) {
      begun.value = (await unwrap(api.POST("/api/auth/second-factors/code/begin", { body }))).data;
    },
  });
  if (codes.value !== null) return <CodesDialog codes={codes.value} onClose={onClose} />;
  return (
    <Dialog title="Codes from an authenticator app" onClose={onClose}>
      {begun.value === null
        ? (
          <>
            {replaces && <p>The codes of the app that is set up now then no longer work.</p>}
            <PasswordForm form={form} action="Continue" onClose={onClose} />
          </>
        )
        : (
          <CodeSetUp
            api={api}
            begun={begun.value}
            onCancel={onClose}
            onAdded={({ recovery_codes }) => {
              codes.value = recovery_codes;
              if (recovery_codes !== null) return;
              toasts.done("One-time codes are set up");
              onClose();
            }}
          />
        )}
    </Dialog>
  );
}

/** Makes new recovery codes in place of the old ones. */
export function RenewCodes({ onClose }: DialogProps) {
  const { api } = useConsole();
  const codes = useSignal<readonly string[] | null>(null);
  const form = useForm({
    initial: { current_password: "" },
    check: passwordIssues,
    async send(body) {
      const { data } = await unwrap(api.POST("/api/auth/second-factors/recovery-codes", { body }));
      codes.value = data.recovery_codes;
    },
  });
  if (codes.value !== null) return <CodesDialog codes={codes.value} onClose={onClose} />;
  return (
    <Dialog title="New recovery codes" onClose={onClose}>
      <p>Ten new codes are made. The old ones no longer work.</p>
      <PasswordForm form={form} action="Make new codes" onClose={onClose} />
    </Dialog>
  );
}

/** Removes a factor of the signed-in user. */
export function RemoveFactor({ factor, onClose }: DialogProps & { factor: Passkey | "code" }) {
  const { api, toasts } = useConsole();
  const form = useForm({
    initial: { current_password: "" },
    check: passwordIssues,
    async send({ current_password }) {
      const named = factor === "code"
        ? { factor } as const
        : { factor: "passkey", credential_id: factor.credential_id } as const;
      const body = { current_password, ...named };
      toasts.done((await unwrap(api.POST("/api/auth/second-factors/remove", { body }))).message);
      onClose();
    },
  });
  const title = factor === "code" ? "Remove the authenticator app?" : `Remove passkey “${factor.name}”?`;
  return (
    <Dialog title={title} onClose={onClose}>
      <p>
        {factor === "code"
          ? "Its codes no longer sign you in."
          : "It no longer signs you in. The device keeps its part until you delete it there."}
      </p>
      <PasswordForm form={form} action="Remove" onClose={onClose} />
    </Dialog>
  );
}

function CodesDialog({ codes, onClose }: DialogProps & { codes: readonly string[] }) {
  const { session } = useConsole();
  const username = session.user.value?.username ?? "";
  return (
    <Dialog title="Recovery codes" onClose={onClose} requiresAnswer>
      <RecoveryCodes codes={codes} username={username} action="Done" onDone={onClose} />
    </Dialog>
  );
}

interface PasswordFormProps<T> extends DialogProps {
  form: FormHandle<T>;
  action: string;
  /** Fields before the password; the first has the focus. */
  children?: ComponentChildren;
}

/** A form that confirms the current password. */
function PasswordForm<T>({ form, action, onClose, children }: PasswordFormProps<T>) {
  return (
    <Form
      form={form}
      action={action}
      retryField="current_password"
      more={<button type="button" onClick={onClose}>Cancel</button>}
    >
      {children}
      <TextField
        path="current_password"
        label="Current password"
        type="password"
        autocomplete="current-password"
        autofocus={children === undefined}
      />
    </Form>
  );
}

function passwordIssues({ current_password }: { current_password: string }) {
  return current_password === "" ? [{ path: "current_password", message: "Enter your password" }] : [];
}
