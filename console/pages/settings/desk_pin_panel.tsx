import { useSignal } from "@preact/signals";
import { type Schemas, unwrap } from "../../api/client.ts";
import { useActions } from "../../parts/actions.ts";
import { useRead } from "../../live/use_read.ts";
import { TextField } from "../../parts/form/fields.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Panel } from "../../parts/panel.tsx";

type OwnPin = Schemas["OwnDeskPin"];

/** The PIN with which the signed-in user confirms actions at shared desks. */
export function DeskPinPanel() {
  const pin = useRead("/api/auth/desk-pin", { changes: ["user"] });
  const isOpen = useSignal(false);
  const own = pin.state.value.value;
  if (own?.is_available === false) return null;
  return (
    <Panel title="PIN for shared desks">
      <Loaded resource={pin} what="Loading your PIN">
        {(loaded) => <OwnPinView own={loaded} change={() => isOpen.value = true} reload={pin.reload} />}
      </Loaded>
      {isOpen.value && own !== undefined && (
        <PinDialog
          own={own}
          onClose={() => {
            isOpen.value = false;
            pin.reload();
          }}
        />
      )}
    </Panel>
  );
}

function OwnPinView({ own, change, reload }: { own: OwnPin; change(): void; reload(): void }) {
  const { api, time } = useConsole();
  const actions = useActions();

  async function remove(): Promise<void> {
    await actions.confirmed({
      title: "Remove your PIN?",
      text: "At shared desks you can then confirm actions only with a passkey.",
      action: "Remove",
    }, () => unwrap(api.DELETE("/api/auth/desk-pin")));
    reload();
  }

  return (
    <>
      <p class="muted">
        {own.set_at === null
          ? "At a shared desk of a control room you confirm what you do with this PIN, in your own name."
          : `Set ${time.named(Date.parse(own.set_at))}.`}
      </p>
      <div class="buttons">
        {own.set_at !== null && <button type="button" onClick={remove}>Remove</button>}
        <button type="button" onClick={change}>{own.set_at === null ? "Set a PIN" : "Change the PIN"}</button>
      </div>
    </>
  );
}

const DIGITS = { inputMode: "numeric", maxLength: 12, autocomplete: "new-password" } as const;

function PinDialog({ own: { needs_password: needsPassword }, onClose }: { own: OwnPin; onClose(): void }) {
  const { api, toasts } = useConsole();
  const form = useForm({
    initial: { current_password: "", pin: "", again: "" },
    check: ({ current_password, pin, again }) => [
      ...needsPassword && current_password === ""
        ? [{ path: "current_password", message: "Enter your password" }]
        : [],
      ...pin === again ? [] : [{ path: "again", message: "The two PINs differ" }],
    ],
    async send({ current_password, pin }) {
      const body = { pin, ...needsPassword && { current_password } };
      toasts.done((await unwrap(api.PUT("/api/auth/desk-pin", { body }))).message);
      onClose();
    },
  });
  return (
    <FormDialog title="PIN for shared desks" action="Set PIN" form={form} onClose={onClose}>
      {needsPassword
        ? (
          <TextField
            path="current_password"
            label="Current password"
            type="password"
            autocomplete="current-password"
            autofocus
          />
        )
        : <p class="muted">You must have signed in within the last 10 minutes.</p>}
      <TextField
        {...DIGITS}
        path="pin"
        label="New PIN"
        type="password"
        hint="6 to 12 digits, not easy to guess: no date, no row of digits"
        autofocus={!needsPassword}
      />
      <TextField {...DIGITS} path="again" label="New PIN again" type="password" />
    </FormDialog>
  );
}
