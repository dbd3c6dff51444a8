import { useSignal } from "@preact/signals";
import { kindOf } from "../../../domain/contact_point/kinds.ts";
import { unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { useActions } from "../../parts/actions.ts";
import { useRead } from "../../live/use_read.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { Empty } from "../../parts/states.tsx";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useInterval } from "../../parts/use_interval.ts";
import { useConsole } from "../../shell/console.ts";
import { ListPage } from "../../shell/list_page.tsx";
import { ContactPointForm } from "./contact_point_form.tsx";
import type { ContactPoint } from "./contact_point_model.ts";
import { PointDelivery } from "./point_delivery.tsx";
import { type ContactPointTest, TestResult } from "./test_result.tsx";

/** No frame tells what became of a message. */
const REPEAT_MS = 10_000;

/** Where messages about events are sent: mailboxes, chats, paging services and others. */
export default function ContactPointsPage() {
  const { session, live } = useConsole();
  const points = useRead("/api/contact-points", { changes: ["contact_point"] });
  useInterval(() => live.background.soon("contact points", points.reload), REPEAT_MS);
  const mayChange = session.may("PUT /api/contact-points/:id");
  return (
    <ListPage
      title="Contact points"
      resource={points}
      create={mayChange && "New contact point"}
      empty={
        <Empty title="No contact point yet">
          <p>A contact point is where messages about events go: a mailbox, a chat, a paging service.</p>
        </Empty>
      }
      form={(point, close) => <ContactPointForm point={point} onClose={close} />}
      below={points.state.value.value?.some(isDemoInbox) && (
        <p>
          <a href="/demo-inbox">Read the messages of the demo inbox</a>
        </p>
      )}
    >
      {(rows, show) => <PointTable rows={rows} mayChange={mayChange} show={show} />}
    </ListPage>
  );
}

/** The one that `deno task dev` creates. */
function isDemoInbox({ config }: ContactPoint): boolean {
  return config?.kind === "email" && config.from.endsWith("@demo.invalid");
}

interface PointTableProps {
  rows: readonly ContactPoint[];
  mayChange: boolean;
  show(id: number): void;
}

function PointTable({ rows, mayChange, show }: PointTableProps) {
  const { api, toasts, time } = useConsole();
  const actions = useActions();
  const tested = useSignal<{ name: string; test: ContactPointTest } | null>(null);
  const testing = useSignal<number | null>(null);
  const path = (id: number) => ({ params: { path: { id } } });

  async function test({ id, name }: ContactPoint): Promise<void> {
    testing.value = id;
    try {
      const { data } = await unwrap(api.POST("/api/contact-points/{id}/test", path(id)));
      tested.value = { name, test: data };
    } catch (error) {
      toasts.problem(problemOf(error).message);
    } finally {
      testing.value = null;
    }
  }

  async function remove({ id, name, fallback }: ContactPoint): Promise<void> {
    await actions.confirmed({
      title: `Delete ${name}?`,
      text: fallback
        ? "It is the fallback: without it nobody is called for events that nobody else is told of."
        : "Its secrets are deleted with it.",
      action: "Delete contact point",
    }, () => unwrap(api.DELETE("/api/contact-points/{id}", path(id))));
  }

  const columns: readonly Column<ContactPoint>[] = [
    {
      key: "name",
      title: "Contact point",
      width: "minmax(0, 1.2fr)",
      cell: ({ id, name, fallback }) => (
        <span class="contact-point-name">
          {mayChange ? <a href={`/notifications/contact-points?open=${id}`}>{name}</a> : <span>{name}</span>}
          {fallback && <span class="contact-point-fallback">Fallback</span>}
        </span>
      ),
    },
    { key: "kind", title: "Kind", width: "130px", wideOnly: true, cell: ({ kind }) => kindOf(kind).label },
    {
      key: "receiver",
      title: "Receiver",
      width: "minmax(0, 1fr)",
      wideOnly: true,
      cell: ({ receiver }) => receiver ?? "",
    },
    ...rows.some(({ delivery }) => delivery !== null)
      ? [{
        key: "delivery",
        title: "Messages",
        width: "minmax(0, 1.4fr)",
        wideOnly: true,
        cell: (point: ContactPoint) => <PointDelivery point={point} />,
      }]
      : [],
    {
      key: "test",
      title: "Last test",
      width: "minmax(0, 1fr)",
      narrowWidth: "88px",
      cell: ({ last_test, delivery }) => (
        <span class="contact-point-test">
          {last_test === null ? <span class="muted">Not tested</span> : (
            <span title={last_test.words}>
              {last_test.passed ? "Passed" : <strong>Failed</strong>}
              <span class="wide-only">, {time.named(Date.parse(last_test.at))}</span>
            </span>
          )}
          {delivery?.failing_since && <strong class="narrow-only">Messages fail</strong>}
        </span>
      ),
    },
    ...mayChange
      ? [{
        key: "act",
        title: "Actions",
        width: "150px",
        narrowWidth: "112px",
        align: "end" as const,
        cell: (row: ContactPoint) => (
          <>
            <button type="button" class="link" disabled={testing.value !== null} onClick={() => test(row)}>
              {testing.value === row.id ? "Sending…" : "Test"}
            </button>
            <button type="button" class="link" onClick={() => remove(row)}>Delete</button>
          </>
        ),
      }]
      : [],
  ];
  return (
    <>
      <VirtualTable
        label="Contact points"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        onOpen={({ id }) => mayChange && show(id)}
        rowHeight={48}
      />
      {tested.value !== null && (
        <Dialog
          title={`Test of ${tested.value.name}`}
          onClose={() => tested.value = null}
        >
          <TestResult test={tested.value.test} />
          <div class="buttons">
            <button type="button" class="primary" onClick={() => tested.value = null}>Close</button>
          </div>
        </Dialog>
      )}
    </>
  );
}
