import { useSignal } from "@preact/signals";
import { type Schemas } from "../../api/client.ts";
import { useRead } from "../../live/use_read.ts";
import { Loaded } from "../../parts/states.tsx";
import { canUsePasskeys } from "../../session/passkeys.ts";
import { useConsole } from "../../shell/console.ts";
import { AddCodes, AddPasskey, type Passkey, RemoveFactor, RenewCodes } from "./second_factor_dialogs.tsx";
import { Panel } from "../../parts/panel.tsx";

type SecondFactors = Schemas["SecondFactors"];

type Open = "passkey" | "codes" | "renew" | { remove: Passkey | "code" } | null;

export function useOwnFactors() {
  return useRead("/api/auth/second-factors", { changes: ["user"] });
}

/** The second factors of the signed-in user, who is one of Andon's own. */
export function SecondFactorPanel({ factors }: { factors: ReturnType<typeof useOwnFactors> }) {
  const open = useSignal<Open>(null);
  const close = () => {
    open.value = null;
    factors.reload();
  };
  const { value } = open;
  return (
    <Panel title="Second factor">
      <Loaded resource={factors} what="Loading your second factors">
        {(owned) => <Factors owned={owned} show={(dialog) => open.value = dialog} />}
      </Loaded>
      {value === "passkey" && <AddPasskey onClose={close} />}
      {value === "codes" && <AddCodes replaces={factors.state.value.value?.code !== null} onClose={close} />}
      {value === "renew" && <RenewCodes onClose={close} />}
      {typeof value === "object" && value !== null && <RemoveFactor factor={value.remove} onClose={close} />}
    </Panel>
  );
}

function Factors({ owned, show }: { owned: SecondFactors; show(dialog: Open): void }) {
  const { code, passkeys, recovery_codes_left: left, is_required } = owned;
  const count = passkeys.length + (code === null ? 0 : 1);
  const mayRemove = count > 1 || !is_required;
  return (
    <>
      <p class="muted">
        {count === 0
          ? "After your password, Andon can also ask for a passkey or for a code from an app on your phone."
          : "Andon asks for one of these after your password."}
        {is_required && " At least one is required here."}
      </p>
      {count > 0 && (
        <ul class="factor-list">
          {passkeys.map((passkey) => (
            <Row
              key={passkey.credential_id}
              name={`Passkey “${passkey.name}”`}
              factor={passkey}
              host={passkey.host}
              remove={mayRemove ? () => show({ remove: passkey }) : undefined}
            />
          ))}
          {code !== null && (
            <Row
              name="Codes from an authenticator app"
              factor={code}
              remove={mayRemove ? () => show({ remove: "code" }) : undefined}
            />
          )}
          <li>
            <span>
              Recovery codes
              <span class="muted">{left === 0 ? "None is left" : `${left} of 10 left`}</span>
            </span>
            <button type="button" onClick={() => show("renew")}>New codes</button>
          </li>
        </ul>
      )}
      <div class="buttons">
        {canUsePasskeys() && <button type="button" onClick={() => show("passkey")}>Add a passkey</button>}
        <button type="button" onClick={() => show("codes")}>
          {code === null ? "Set up codes" : "Set up codes on another phone"}
        </button>
      </div>
      {!canUsePasskeys() && (
        <p class="muted">For passkeys, open Andon by its name over https, or as localhost.</p>
      )}
    </>
  );
}

interface RowProps {
  name: string;
  factor: Pick<Passkey, "created_at" | "last_used_at">;
  host?: string;
  /** Undefined for the last factor where one is required. */
  remove?(): void;
}

function Row({ name, factor: { created_at, last_used_at }, host = location.hostname, remove }: RowProps) {
  const { time } = useConsole();
  const used = last_used_at === null ? "not used yet" : `last used ${time.moment(Date.parse(last_used_at))}`;
  return (
    <li>
      <span>
        {name}
        <span class="muted">
          {host !== location.hostname && `For ${host}. `}
          Added {time.moment(Date.parse(created_at))}, {used}
        </span>
      </span>
      {remove !== undefined && (
        <button type="button" aria-label={`Remove ${name}`} onClick={remove}>Remove</button>
      )}
    </li>
  );
}
