import { unwrap } from "../api/client.ts";
import { useConsole } from "./console.ts";
import type { Theme } from "./preferences.ts";

export const THEMES: readonly { value: Theme; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** The account menu: user, preferences of this browser and sign-out. */
export function AccountMenu({ showKeys }: { showKeys(): void }) {
  const { api, session, preferences, toasts } = useConsole();
  const user = session.user.value;
  const name = user?.display_name ?? user?.username;

  async function signOut(): Promise<void> {
    try {
      const { data } = await unwrap(api.POST("/api/auth/logout"));
      location.assign(data.provider_logout ?? "/sign-in");
    } catch (error) {
      toasts.problem(error instanceof Error ? error.message : "Signing out failed");
    }
  }

  return (
    <>
      <button
        type="button"
        class="account-button"
        popovertarget="account"
        aria-label={`Account: ${name}`}
      >
        <span class="account-initial" data-initial={name?.slice(0, 1).toUpperCase()} />
        <span class="account-name">{name}</span>
      </button>
      <div id="account" class="popover" popover="auto" role="group" aria-label="Account">
        <p class="account-who">
          <strong>{name}</strong>
          <span>{user?.role}</span>
        </p>
        <a
          class="button"
          href="/settings/profile"
          onClick={() => document.getElementById("account")?.hidePopover()}
        >
          Your profile
        </a>
        <label class="choice">
          Theme
          <select
            value={preferences.theme.value}
            onChange={({ currentTarget }) =>
              preferences.theme.value = THEMES.find(({ value }) => value === currentTarget.value)?.value ??
                "system"}
          >
            {THEMES.map(({ value, label }) => <option key={value} value={value}>{label}</option>)}
          </select>
        </label>
        <label class="choice">
          Single-key shortcuts
          <input
            type="checkbox"
            checked={preferences.letters.value}
            onChange={({ currentTarget }) => preferences.letters.value = currentTarget.checked}
          />
        </label>
        <label class="choice">
          Sound for new events
          <input
            type="checkbox"
            checked={preferences.sound.value}
            onChange={({ currentTarget }) => preferences.sound.value = currentTarget.checked}
          />
        </label>
        <button type="button" onClick={showKeys} popovertarget="account" popovertargetaction="hide">
          Keyboard shortcuts
        </button>
        <a class="button" href="/docs" target="_self" data-native>API documentation</a>
        <button type="button" onClick={signOut}>Sign out</button>
      </div>
    </>
  );
}
