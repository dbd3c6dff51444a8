import { Plus } from "lucide";
import { type Schemas, unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { ROLES } from "../../../domain/access/types.ts";
import { useResource } from "../../live/use_resource.ts";
import { CheckField, SelectField, TextField } from "../../parts/form/fields.tsx";
import { FormDialog } from "../../parts/form/form_dialog.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import { Icon } from "../../parts/icon.tsx";
import { useOpenItem } from "../../parts/open_item.ts";
import { Loaded } from "../../parts/states.tsx";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { ROLE_HINTS } from "./roles.ts";
import { SettingsSections } from "./settings_sections.tsx";

type User = Schemas["User"];

export default function UsersPage() {
  const { api, time } = useConsole();
  const users = useResource(
    "users",
    async (signal) => (await unwrap(api.GET("/api/users", { signal }))).data,
    { changes: ["user"] },
  );
  const { open, show, close } = useOpenItem();
  const rows = users.state.value.value;
  const opened = rows?.find(({ id }) => String(id) === open);
  const columns: readonly Column<User>[] = [
    {
      key: "name",
      title: "User",
      width: "minmax(0, 1fr)",
      compare: (a, b) => a.username.localeCompare(b.username),
      cell: ({ id, username }) => <a href={`/settings/users?open=${id}`}>{username}</a>,
    },
    {
      key: "display",
      title: "Name",
      width: "minmax(0, 1fr)",
      wideOnly: true,
      compare: (a, b) => (a.display_name ?? "").localeCompare(b.display_name ?? ""),
      cell: ({ display_name }) => display_name ?? <span class="muted">—</span>,
    },
    {
      key: "role",
      title: "Role",
      width: "140px",
      narrowWidth: "90px",
      compare: (a, b) => ROLES.indexOf(a.role) - ROLES.indexOf(b.role),
      cell: ({ role }) => role,
    },
    {
      key: "state",
      title: "State",
      width: "100px",
      narrowWidth: "70px",
      cell: ({ is_active }) => is_active ? "Active" : <span class="muted">Disabled</span>,
    },
    {
      key: "since",
      title: "Created",
      width: "210px",
      wideOnly: true,
      compare: (a, b) => a.created_at.localeCompare(b.created_at),
      cell: ({ created_at }) => time.full(Date.parse(created_at)),
    },
  ];
  return (
    <Page
      title="Users"
      tools={
        <button type="button" onClick={() => show("new")}>
          <Icon node={Plus} />
          New user
        </button>
      }
    >
      <SettingsSections />
      <Loaded resource={users}>
        {(all) => (
          <VirtualTable
            label="Users"
            columns={columns}
            rows={all}
            keyOf={({ id }) => id}
            onOpen={({ id }) => show(id)}
          />
        )}
      </Loaded>
      {rows !== undefined && (open === "new" || opened !== undefined) && (
        <UserForm key={open} user={opened} onClose={close} />
      )}
    </Page>
  );
}

function UserForm({ user, onClose }: { user: User | undefined; onClose(): void }) {
  const { api, session, people, toasts, dialogs } = useConsole();
  const isSelf = user?.username === session.user.value?.username;
  const form = useForm({
    initial: {
      username: user?.username ?? "",
      display_name: user?.display_name ?? "",
      role: user?.role ?? ROLES[0],
      password: "",
      is_active: user?.is_active ?? true,
    },
    async send({ password, display_name, ...rest }) {
      const body = { ...rest, display_name: display_name.trim() === "" ? null : display_name.trim() };
      const changed = { ...body, ...password !== "" && { password } };
      const { message } = user === undefined
        ? await unwrap(api.POST("/api/users", { body: { ...body, password } }))
        : await unwrap(api.PUT("/api/users/{id}", { params: { path: { id: user.id } }, body: changed }));
      toasts.done(message);
      people.refresh();
      onClose();
    },
  });

  async function remove({ id, username }: User): Promise<void> {
    const isConfirmed = await dialogs.confirm({
      title: `Delete ${username}?`,
      text: "Their sessions end immediately. Their actions stay in the audit log under their name.",
      action: "Delete user",
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      toasts.done((await unwrap(api.DELETE("/api/users/{id}", { params: { path: { id } } }))).message);
      onClose();
    } catch (error) {
      toasts.problem(problemOf(error).message);
    }
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
          onClick={() => remove(user)}
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
      <TextField
        path="password"
        label={user === undefined ? "Password" : "New password (optional)"}
        type="password"
        autocomplete="new-password"
        hint={user === undefined
          ? "At least 12 characters, not easy to guess"
          : "At least 12 characters, not easy to guess; it ends their sessions"}
      />
      <CheckField path="is_active" label="Active" hint="Disabled users are signed out immediately" />
    </FormDialog>
  );
}
