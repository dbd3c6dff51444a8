import { useSignal } from "@preact/signals";
import { type Schemas, unwrap } from "../../api/client.ts";
import { useActions } from "../../parts/actions.ts";
import { ROLES } from "../../../domain/access/types.ts";
import { useRead } from "../../live/use_read.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { CheckField, SelectField, TextField } from "../../parts/form/fields.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import { countText } from "../../parts/numbers.ts";
import { useConsole } from "../../shell/console.ts";
import { GrantFields } from "./grant_fields.tsx";
import { ROLE_HINTS } from "./roles.ts";
import { UserAddresses } from "./user_addresses.tsx";
import { UserFactors, UserPin } from "./user_factors.tsx";
import { SessionsPanel } from "./sessions_panel.tsx";

type User = Schemas["User"];

interface UserFormProps {
  user: User | undefined;
  onClose(): void;
}

/** Creates, edits or deletes a user. */
export function UserForm({ user, onClose }: UserFormProps) {
  const { api, session, people, toasts } = useConsole();
  const isSelf = user?.username === session.user.value?.username;
  const identity = user?.identity ?? null;
  const isDeleting = useSignal(false);
  const keyNames = useKeyNames(user);
  const form = useForm({
    initial: {
      username: user?.username ?? "",
      display_name: user?.display_name ?? "",
      role: user?.role ?? ROLES[0],
      grants: user?.grants ?? [] as User["grants"],
      password: "",
      is_active: user?.is_active ?? true,
      shared_desk: user?.shared_desk ?? false,
      end_keys: true,
    },
    async send({ password, end_keys, display_name, ...rest }) {
      const body = { ...rest, display_name: display_name.trim() === "" ? null : display_name.trim() };
      const changed = {
        ...body,
        ...password !== "" && { password },
        ...losesRights(user, body) && { end_keys },
      };
      const { message } = user === undefined
        ? await unwrap(api.POST("/api/users", { body: { ...body, password } }))
        : await unwrap(api.PUT("/api/users/{id}", { params: { path: { id: user.id } }, body: changed }));
      toasts.done(message);
      people.refresh();
      onClose();
    },
  });

  if (user !== undefined && isDeleting.value) {
    return (
      <DeleteUser
        user={user}
        keyNames={keyNames}
        onCancel={() => isDeleting.value = false}
        onDeleted={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={user?.username ?? "New user"}
      action={user === undefined ? "Create user" : "Save"}
      form={form}
      onClose={onClose}
      more={user !== undefined && !isSelf && (
        <button
          type="button"
          class="danger"
          onClick={() => isDeleting.value = true}
        >
          Delete
        </button>
      )}
    >
      <TextField path="username" label="User name" autocomplete="off" spellcheck={false} autofocus />
      <TextField
        path="display_name"
        label="Name (optional)"
        autocomplete="off"
        hint="People see it in place of the user name"
      />
      <SelectField
        path="role"
        label="Role"
        hint={ROLE_HINTS[form.values.value.role]}
        options={ROLES.map((value) => ({ value, label: value }))}
      />
      {identity === null && <GrantFields role={form.values.value.role} />}
      {identity === null
        ? (
          <TextField
            path="password"
            label={user === undefined ? "Password" : "New password (optional)"}
            type="password"
            autocomplete="new-password"
            hint={user === undefined
              ? "At least 12 characters, not easy to guess"
              : "At least 12 characters, not easy to guess; it ends their sessions"}
          />
        )
        : <p class="muted">Signs in at {identity.issuer}, which also decides the roles.</p>}
      {user !== undefined && identity === null && <UserFactors user={user} onReset={onClose} />}
      {user?.has_desk_pin === true && <UserPin user={user} onReset={onClose} />}
      <CheckField
        path="shared_desk"
        label="Shared desk"
        hint="Stays signed in while people change; each action is confirmed by a person, with their own rights and at most this role"
      />
      <CheckField path="is_active" label="Active" hint="Disabled users are signed out immediately" />
      {keyNames !== undefined && keyNames.length > 0 && losesRights(user, form.values.value) && (
        <CheckField path="end_keys" label={endLabel(keyNames)} hint={keyNames.join(", ")} />
      )}
      {user !== undefined && !isSelf && <UserAddresses user={user} />}
      {user !== undefined && <SessionsPanel userId={user.id} />}
    </FormDialog>
  );
}

interface DeleteUserProps {
  user: User;
  /** Undefined while they are read. */
  keyNames: readonly string[] | undefined;
  onCancel(): void;
  onDeleted(): void;
}

/** Confirms that a user is deleted, and whether their API keys end too. */
function DeleteUser({ user: { id, username }, keyNames, onCancel, onDeleted }: DeleteUserProps) {
  const { api } = useConsole();
  const actions = useActions();
  const endsKeys = useSignal(true);

  async function remove(): Promise<void> {
    const params = { path: { id }, query: { keep_keys: !endsKeys.value } };
    const isDone = await actions.run(() => unwrap(api.DELETE("/api/users/{id}", { params })));
    if (isDone) onDeleted();
  }

  return (
    <Dialog title={`Delete ${username}?`} onClose={onCancel}>
      <p>Their sessions end immediately. Their actions stay in the audit log under their name.</p>
      {keyNames !== undefined && keyNames.length > 0 && (
        <div class="field">
          <label for="end-keys">{endLabel(keyNames)}</label>
          <input
            id="end-keys"
            type="checkbox"
            aria-describedby="end-keys-hint"
            checked={endsKeys.value}
            onChange={(event) => endsKeys.value = event.currentTarget.checked}
          />
          <p class="hint" id="end-keys-hint">{keyNames.join(", ")}</p>
        </div>
      )}
      <div class="buttons">
        <button type="button" autofocus onClick={onCancel}>Cancel</button>
        <button type="button" class="danger" disabled={keyNames === undefined} onClick={remove}>
          Delete user
        </button>
      </div>
    </Dialog>
  );
}

/** The names of the API keys that a user owns; undefined while they are read. */
function useKeyNames(user: User | undefined): readonly string[] | undefined {
  const keys = useRead("/api/keys", { changes: ["key"] });
  const { value, problem } = keys.state.value;
  if (value === undefined) return problem === undefined ? undefined : [];
  return value.filter(({ owner_id }) => owner_id === user?.id).map(({ name }) => name);
}

/** Whether a change disables the user or gives them a lower role. */
function losesRights(user: User | undefined, change: Pick<User, "role" | "is_active">): boolean {
  if (user === undefined) return false;
  const isLower = ROLES.indexOf(change.role) < ROLES.indexOf(user.role);
  return isLower || (user.is_active && !change.is_active);
}

function endLabel(keyNames: readonly string[]): string {
  return `End their ${countText(keyNames.length, "API key")}`;
}
