import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Schemas, unwrap } from "../api/client.ts";
import { problemOf } from "../api/problem.ts";
import { Dialog } from "../parts/dialog.tsx";
import { useFocusFirst } from "../parts/focus_first.ts";
import { Field, TextField } from "../parts/form/fields.tsx";
import { Form } from "../parts/form/form.tsx";
import { useForm } from "../parts/form/use_form.ts";
import { useConsole } from "../shell/console.ts";
import { canUsePasskeys, confirmByPasskey } from "./passkeys.ts";
import { PinPad } from "./pin_pad.tsx";

type Person = Schemas["Person"];

/** Asks at a shared desk who acts. The action that asked goes on by itself. */
export function DeskDialog() {
  const { api, desk } = useConsole();
  const people = useSignal<readonly Person[] | undefined>(undefined);
  const hasPasskeys = useSignal(false);
  useEffect(() => {
    unwrap(api.GET("/api/auth/desk-people")).then(
      ({ data }) => people.value = data,
      () => people.value = [],
    );
    unwrap(api.GET("/api/auth/sign-in-options")).then(
      ({ data }) => hasPasskeys.value = data.passkeys,
      () => {},
    );
  }, []);
  return (
    <Dialog title="Who is this?" onClose={() => desk.cancel()}>
      <p class="muted">
        What is done here in the next two minutes is done in your name. You set your PIN in your own profile.
      </p>
      {people.value !== undefined && (
        <PinForm people={people.value} hasPasskeys={hasPasskeys.value && canUsePasskeys()} />
      )}
    </Dialog>
  );
}

function PinForm({ people: proposed, hasPasskeys }: { people: readonly Person[]; hasPasskeys: boolean }) {
  const { api, desk, people, announcer } = useConsole();
  const isListed = useSignal(proposed.length > 0);
  const last = proposed.find(({ username }) => username === desk.lastUsername.peek());
  const confirmed = (data: Schemas["DeskConfirmation"]) => {
    announcer.announce(`Acting as ${data.display_name ?? data.username}`);
    desk.confirmed(data);
  };
  const form = useForm({
    initial: { username: last?.username ?? "", pin: "" },
    check: ({ username, pin }) => [
      ...username.trim() === "" ? [{ path: "username", message: "Choose or type your name" }] : [],
      ...pin === "" ? [{ path: "pin", message: "Enter your PIN" }] : [],
    ],
    async send({ username, pin }) {
      const body = { username: await people.usernameOf(username.trim()), pin };
      try {
        confirmed((await unwrap(api.POST("/api/auth/desk-confirmations", { body }))).data);
      } catch (error) {
        form.set("pin", "");
        throw error;
      }
    },
  });
  const { username, pin } = form.values.value;
  const element = useFocusFirst<HTMLDivElement>(isListed.value);
  return (
    <div ref={element}>
      <Form
        form={form}
        action="Confirm"
        retryField="pin"
        more={<button type="button" onClick={() => desk.cancel()}>Cancel</button>}
        class="desk-form"
      >
        {isListed.value
          ? (
            <PeopleField
              proposed={proposed}
              chosen={username}
              onOther={() => {
                isListed.value = false;
                form.set("username", "");
              }}
            />
          )
          : (
            <TextField
              path="username"
              label="Name or user name"
              autocomplete="off"
              spellcheck={false}
              autofocus
            />
          )}
        <PinField isFirst={isListed.value && username !== ""} chosen={isListed.value ? username : ""} />
        <PinPad
          onDigit={(digit) => form.set("pin", (pin + digit).slice(0, MOST_DIGITS))}
          onBack={() => form.set("pin", pin.slice(0, -1))}
        />
        {hasPasskeys && <PasskeyButton onConfirmed={confirmed} />}
      </Form>
    </div>
  );
}

const MOST_DIGITS = 12;

/** The people who confirmed here lately. */
function PeopleField(
  { proposed, chosen, onOther }: { proposed: readonly Person[]; chosen: string; onOther(): void },
) {
  return (
    <Field path="username" label="Name">
      {({ set, attributes: { id, ...described } }) => (
        <div class="desk-people" role="group" aria-label="Name" id={id} tabIndex={-1} {...described}>
          {proposed.map(({ username, display_name }, at) => (
            <button
              key={username}
              type="button"
              aria-pressed={username === chosen}
              autofocus={chosen === "" && at === 0}
              onClick={() => set(username)}
            >
              {display_name}
            </button>
          ))}
          <button type="button" class="desk-other" onClick={onOther}>Somebody else</button>
        </div>
      )}
    </Field>
  );
}

/** Gets the focus when a person is chosen. No password field, so that the desk's browser does not offer to keep the PIN. */
function PinField({ isFirst, chosen }: { isFirst: boolean; chosen: string }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (chosen !== "") input.current?.focus();
  }, [chosen]);
  return (
    <Field path="pin" label="PIN">
      {({ value, set, attributes }) => (
        <input
          ref={input}
          {...attributes}
          type="text"
          class="desk-pin"
          inputMode="numeric"
          autocomplete="off"
          spellcheck={false}
          maxLength={MOST_DIGITS}
          autofocus={isFirst}
          value={typeof value === "string" ? value : ""}
          onInput={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
    </Field>
  );
}

function PasskeyButton({ onConfirmed }: { onConfirmed(data: Schemas["DeskConfirmation"]): void }) {
  const { api } = useConsole();
  const problem = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);

  async function press(): Promise<void> {
    isBusy.value = true;
    problem.value = undefined;
    try {
      onConfirmed(await confirmByPasskey(api));
    } catch (error) {
      problem.value = problemOf(error).message;
    }
    isBusy.value = false;
  }

  return (
    <div class="passkey-button">
      <button type="button" disabled={isBusy.value} onClick={press}>Use a passkey</button>
      {problem.value !== undefined && <p class="issue" role="alert">{problem.value}</p>}
    </div>
  );
}
