import { useSignal } from "@preact/signals";
import { useOpenItem } from "../../parts/open_item.ts";
import { Loaded } from "../../parts/states.tsx";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useInterval } from "../../parts/use_interval.ts";
import { useConsole } from "../../shell/console.ts";
import { NewButton } from "../../shell/list_page.tsx";
import { Page } from "../../shell/page.tsx";
import { AddressDialog, type HeartbeatWithAddress } from "./heartbeat_address.tsx";
import { HeartbeatForm } from "./heartbeat_form.tsx";
import { deadlineText, type Heartbeat, STATE_TEXTS } from "./heartbeat_model.ts";
import { OutgoingHeartbeatPanel } from "./outgoing_heartbeat.tsx";
import { useHeartbeats } from "./use_heartbeats.ts";

/** Beats are no changes of a resource, so they are read again from time to time. */
const REFRESH_MS = 15_000;

/** Heartbeats that other systems send to Andon, and the one that Andon sends. */
export default function HeartbeatsPage() {
  const { session } = useConsole();
  const heartbeats = useHeartbeats();
  const { open, show, close } = useOpenItem();
  const created = useSignal<HeartbeatWithAddress | null>(null);
  useInterval(heartbeats.reload, REFRESH_MS);
  const mayChange = session.may("PUT /api/heartbeats/:name");
  const opened = heartbeats.state.value.value?.find(({ name }) => `heartbeat-${name}` === open);
  return (
    <Page
      title="Heartbeats"
      tools={mayChange && <NewButton label="New heartbeat" show={show} />}
    >
      <section class="panel" aria-label="From other systems">
        <div class="panel-head">
          <h2>From other systems</h2>
        </div>
        <Loaded resource={heartbeats}>
          {(rows) =>
            rows.length === 0
              ? (
                <p class="muted">
                  No heartbeat yet. A backup job, a gateway or another Andon calls an address regularly; when
                  it misses its deadline, Andon opens an event.
                </p>
              )
              : (
                <HeartbeatTable
                  rows={rows}
                  mayChange={mayChange}
                  show={(name) => show(`heartbeat-${name}`)}
                />
              )}
        </Loaded>
      </section>
      <OutgoingHeartbeatPanel open={open} show={show} close={close} />
      {mayChange && (open === "new" || opened !== undefined) && (
        <HeartbeatForm
          key={open}
          heartbeat={opened}
          onClose={close}
          onAddress={(one) => created.value = one}
        />
      )}
      {created.value !== null && (
        <AddressDialog
          heartbeat={created.value}
          onClose={() => created.value = null}
        />
      )}
    </Page>
  );
}

interface HeartbeatTableProps {
  rows: readonly Heartbeat[];
  mayChange: boolean;
  show(name: string): void;
}

function HeartbeatTable({ rows, mayChange, show }: HeartbeatTableProps) {
  const { time } = useConsole();
  const named = (iso: string | null) => iso === null ? "—" : time.named(Date.parse(iso));
  const columns: readonly Column<Heartbeat>[] = [
    {
      key: "name",
      title: "Heartbeat",
      width: "minmax(0, 1.2fr)",
      cell: ({ name, description }) => {
        const href = `/notifications/heartbeats?open=heartbeat-${name}`;
        return <span title={description}>{mayChange ? <a href={href}>{name}</a> : name}</span>;
      },
    },
    {
      key: "state",
      title: "State",
      width: "minmax(0, 1.2fr)",
      narrowWidth: "minmax(0, 1fr)",
      cell: ({ state, missed_since }) =>
        state === "missed"
          ? (
            <strong>
              Missed<span class="wide-only">, since {named(missed_since)}</span>
            </strong>
          )
          : (
            <span>
              {STATE_TEXTS[state]} {state === "waiting" && <span class="wide-only">for the first beat</span>}
            </span>
          ),
    },
    {
      key: "last",
      title: "Last beat",
      width: "minmax(0, 1fr)",
      wideOnly: true,
      cell: ({ last_beat_at }) => named(last_beat_at),
    },
    {
      key: "due",
      title: "Next by",
      width: "minmax(0, 1fr)",
      wideOnly: true,
      cell: ({ due_at }) => named(due_at),
    },
    {
      key: "deadline",
      title: "Deadline",
      width: "120px",
      narrowWidth: "92px",
      cell: ({ deadline_seconds }) => deadlineText(deadline_seconds),
    },
  ];
  return (
    <VirtualTable
      label="Heartbeats"
      columns={columns}
      rows={rows}
      keyOf={({ name }) => name}
      onOpen={({ name }) => mayChange && show(name)}
      rowHeight={48}
    />
  );
}
