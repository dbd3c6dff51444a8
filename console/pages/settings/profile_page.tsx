import { unwrap } from "../../api/client.ts";
import { useOwnRoles } from "../../parts/own_areas.ts";
import { TextField } from "../../parts/form/fields.tsx";
import { Form } from "../../parts/form/form.tsx";
import { useUnsavedGuard } from "../../parts/form/unsaved_guard.ts";
import { useForm } from "../../parts/form/use_form.ts";
import type { ZoneChoice } from "../../parts/plant_time.ts";
import { THEMES } from "../../shell/account_menu.tsx";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { Page } from "../../shell/page.tsx";
import { DeskPinPanel } from "./desk_pin_panel.tsx";
import { ContactAddressesPanel } from "./contact_addresses_panel.tsx";
import { SecondFactorPanel, useOwnFactors } from "./second_factor_panel.tsx";
import { SessionsPanel } from "./sessions_panel.tsx";
import { Panel } from "../../parts/panel.tsx";

/** What users change of themselves: name, password, sessions, and how this browser shows the console. */
export default function ProfilePage() {
  const { session } = useConsole();
  const user = session.user.value;
  const isDesk = user?.shared_desk === true;
  return (
    <Page
      title={isDesk ? "This shared desk" : "Your profile"}
      subtitle={`User name ${user?.username}, role ${useOwnRoles()}`}
    >
      <div class="stack settings-columns">
        <div class="stack settings-side">
          {!isDesk && (
            <Panel title="Name">
              <NameForm />
            </Panel>
          )}
          <Secrets />
          {!isDesk && <DeskPinPanel />}
          {!isDesk && <ContactAddressesPanel />}
        </div>
        <div class="stack settings-side">
          <Preferences />
          <SessionsPanel />
        </div>
      </div>
    </Page>
  );
}

/** Password and second factor; people of an identity provider have both there. */
function Secrets() {
  const factors = useOwnFactors();
  const { value, problem } = factors.state.value;
  if (value === undefined && problem === undefined) return null;
  const isElsewhere = value?.is_available === false;
  return (
    <>
      <Panel title={isElsewhere ? "Password and second factor" : "Password"} label="Password">
        {isElsewhere
          ? <p class="muted">You sign in with your company account. Change your password there.</p>
          : <PasswordForm />}
      </Panel>
      {!isElsewhere && <SecondFactorPanel factors={factors} />}
    </>
  );
}

function NameForm() {
  const { api, session, people, toasts } = useConsole();
  const form = useForm({
    initial: { display_name: session.user.value?.display_name ?? "" },
    async send({ display_name }) {
      const name = display_name.trim();
      const body = { display_name: name === "" ? null : name };
      const { data, message } = await unwrap(api.PUT("/api/auth/profile", { body }));
      session.signedIn(data);
      people.refresh();
      toasts.done(message);
    },
  });
  useUnsavedGuard(() => form.isDirty.value);
  return (
    <Form form={form} action="Save">
      <TextField
        path="display_name"
        label="Name (optional)"
        autocomplete="name"
        hint="People see it in place of your user name"
      />
    </Form>
  );
}

function PasswordForm() {
  const { api } = useConsole();
  const form = useForm({
    initial: { current_password: "", new_password: "", again: "" },
    check: ({ new_password, again }) =>
      new_password === again ? [] : [{ path: "again", message: "The two new passwords differ" }],
    async send({ current_password, new_password }) {
      await unwrap(api.POST("/api/auth/password", { body: { current_password, new_password } }));
      location.assign(`/sign-in?next=${encodeURIComponent("/settings/profile")}`);
    },
  });
  return (
    <Form form={form} action="Change password" retryField="current_password">
      <TextField
        path="current_password"
        label="Current password"
        type="password"
        autocomplete="current-password"
      />
      <TextField
        path="new_password"
        label="New password"
        type="password"
        autocomplete="new-password"
        hint="At least 12 characters, not easy to guess. All your sessions end; you sign in again"
      />
      <TextField path="again" label="New password again" type="password" autocomplete="new-password" />
    </Form>
  );
}

/** How this browser shows the console. */
function Preferences() {
  const { preferences, time } = useConsole();
  const zones: readonly { value: ZoneChoice; label: string }[] = [
    { value: "plant", label: `The plant's: ${time.plantZone}` },
    { value: "own", label: `Your own: ${time.ownZone}` },
  ];
  return (
    <Panel title="This browser">
      <div class="settings-choices">
        <Select
          label="Time zone"
          value={preferences.zone.value}
          options={zones}
          set={(value) => preferences.zone.value = value}
        />
        <TimeNow />
        <Select
          label="Theme"
          value={preferences.theme.value}
          options={THEMES}
          set={(value) => preferences.theme.value = value}
        />
        <Check
          label="Sound for new events"
          isOn={preferences.sound.value}
          set={(isOn) => preferences.sound.value = isOn}
        />
        <Check
          label="Single-key shortcuts"
          isOn={preferences.letters.value}
          set={(isOn) => preferences.letters.value = isOn}
        />
      </div>
      <p class="muted">
        Rules and statistics always use the plant's zone.
      </p>
    </Panel>
  );
}

function TimeNow() {
  const { time } = useConsole();
  return <p class="muted">It is {time.clock(useNow().value)} {time.zoneName}</p>;
}

interface SelectProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  set(value: T): void;
}

function Select<T extends string>({ label, value, options, set }: SelectProps<T>) {
  return (
    <label class="choice">
      {label}
      <select
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options.find((option) => option.value === currentTarget.value);
          if (chosen !== undefined) set(chosen.value);
        }}
      >
        {options.map((option) => <option key={option.value} value={option.value}>{option.label}</option>)}
      </select>
    </label>
  );
}

function Check({ label, isOn, set }: { label: string; isOn: boolean; set(isOn: boolean): void }) {
  return (
    <label class="choice">
      {label}
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => set(currentTarget.checked)} />
    </label>
  );
}
