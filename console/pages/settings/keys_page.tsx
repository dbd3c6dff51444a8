import { useSignal } from "@preact/signals";
import { type Schemas } from "../../api/client.ts";
import { useRead } from "../../live/use_read.ts";
import { useAreas } from "../../parts/areas.ts";
import { Empty } from "../../parts/states.tsx";
import type { Column } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { ListPage } from "../../shell/list_page.tsx";
import { KeyForm, NewKeyDialog } from "./key_dialogs.tsx";
import { KeysOfLoss } from "./keys_of_loss.tsx";
import { grantsText } from "./grant_fields.tsx";

type ApiKey = Schemas["ApiKey"];

export default function KeysPage() {
  const { time, people } = useConsole();
  const keys = useRead("/api/keys", { changes: ["key", "user", "identity_provider"] });
  const areas = useAreas().state.value.value ?? [];
  const created = useSignal<Schemas["NewApiKey"] | null>(null);
  const rows = keys.state.value.value;
  const at = (instant: string | null, none: string) =>
    instant === null ? <span class="muted">{none}</span> : time.full(Date.parse(instant));
  const columns: readonly Column<ApiKey>[] = [
    {
      key: "name",
      title: "Key",
      width: "minmax(0, 1fr)",
      compare: (a, b) => a.name.localeCompare(b.name),
      cell: ({ id, name }) => <a href={`/settings/keys?open=${id}`}>{name}</a>,
    },
    {
      key: "role",
      title: "Role",
      width: "100px",
      narrowWidth: "80px",
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
      cell: (row) => stateOf(row) === "Active" ? "Active" : <span class="muted">{stateOf(row)}</span>,
    },
    {
      key: "used",
      title: "Last used",
      width: "210px",
      wideOnly: true,
      compare: (a, b) => (a.last_used_at ?? "").localeCompare(b.last_used_at ?? ""),
      cell: ({ last_used_at }) => at(last_used_at, "Never"),
    },
    {
      key: "expires",
      title: "Expires",
      width: "210px",
      wideOnly: true,
      cell: ({ expires_at }) => at(expires_at, "Never"),
    },
    {
      key: "owner",
      title: "Owner",
      width: "120px",
      wideOnly: true,
      compare: (a, b) => (a.owner ?? "").localeCompare(b.owner ?? ""),
      cell: ({ owner, created_by }) =>
        owner === null
          ? <span class="muted" title={`Created by ${people.nameOf(created_by)}`}>Unknown</span>
          : people.nameOf(owner),
    },
  ];
  const losses = Map.groupBy(
    (rows ?? []).filter(({ owner_loss }) => owner_loss !== null),
    ({ owner_id }) => owner_id ?? 0,
  );
  return (
    <ListPage
      title="API keys"
      resource={keys}
      create="New key"
      empty={
        <Empty title="No API key yet">
          <p>A key lets a program call the API with its own role.</p>
        </Empty>
      }
      form={(apiKey, close) => (
        <KeyForm
          apiKey={apiKey}
          onClose={close}
          onCreated={(key) => created.value = key}
        />
      )}
      above={[...losses].map(([userId, owned]) => <KeysOfLoss key={userId} userId={userId} keys={owned} />)}
      below={created.value !== null && (
        <NewKeyDialog
          created={created.value}
          onClose={() => created.value = null}
        />
      )}
      columns={columns}
    />
  );
}

function stateOf({ is_active, expires_at }: ApiKey): string {
  if (!is_active) return "Disabled";
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? "Expired" : "Active";
}
