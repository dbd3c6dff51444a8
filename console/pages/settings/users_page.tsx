import { Monitor } from "lucide";
import { type Schemas } from "../../api/client.ts";
import { ROLES } from "../../../domain/access/types.ts";
import { useRead } from "../../live/use_read.ts";
import { useAreas } from "../../parts/areas.ts";
import { Icon } from "../../parts/icon.tsx";
import type { Column } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { ListPage } from "../../shell/list_page.tsx";
import { grantsText } from "./grant_fields.tsx";
import { factorsText } from "./user_factors.tsx";
import { UserForm } from "./user_dialogs.tsx";

type User = Schemas["User"];

export default function UsersPage() {
  const { time } = useConsole();
  const users = useRead("/api/users", { changes: ["user"] });
  const areas = useAreas().state.value.value ?? [];
  const columns: readonly Column<User>[] = [
    {
      key: "name",
      title: "User",
      width: "minmax(0, 1fr)",
      compare: (a, b) => a.username.localeCompare(b.username),
      cell: ({ id, username, shared_desk }) => (
        <>
          <a href={`/settings/users?open=${id}`}>{username}</a>
          {shared_desk && (
            <span class="settings-tag" title="Shared desk">
              <Icon node={Monitor} />
              <span class="sr-only">Shared desk</span>
            </span>
          )}
        </>
      ),
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
      key: "areas",
      title: "In areas",
      width: "minmax(0, 1fr)",
      wideOnly: true,
      cell: ({ grants }) => grants.length === 0 ? <span class="muted">—</span> : grantsText(grants, areas),
    },
    {
      key: "state",
      title: "State",
      width: "100px",
      narrowWidth: "70px",
      cell: ({ is_active }) => is_active ? "Active" : <span class="muted">Disabled</span>,
    },
    {
      key: "factors",
      title: "Second factor",
      width: "140px",
      wideOnly: true,
      compare: (a, b) => factorsText(a).localeCompare(factorsText(b)),
      cell: (user) => factorsText(user) || <span class="muted">—</span>,
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
    <ListPage
      title="Users"
      resource={users}
      create="New user"
      empty={null}
      form={(user, close) => <UserForm user={user} onClose={close} />}
      columns={columns}
    />
  );
}
