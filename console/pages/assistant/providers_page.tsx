import { useSignal } from "@preact/signals";
import { unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { useActions } from "../../parts/actions.ts";
import { Menu } from "../../parts/menu.tsx";
import { numberText } from "../../parts/numbers.ts";
import { Empty } from "../../parts/states.tsx";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { ListPage } from "../../shell/list_page.tsx";
import { ProviderForm } from "./provider_form.tsx";
import { PROVIDER_TITLES } from "./provider_model.ts";
import { type Provider, useProviders } from "./use_providers.ts";

export default function ProvidersPage() {
  const providers = useProviders();
  return (
    <ListPage
      title="Providers"
      resource={providers}
      create="New provider"
      empty={
        <Empty title="No AI provider yet">
          <p>
            A provider is a language model of a vendor or on your own server.
          </p>
        </Empty>
      }
      form={(provider, close) => <ProviderForm provider={provider} onClose={close} />}
    >
      {(rows, show) => <ProviderTable rows={rows} show={show} />}
    </ListPage>
  );
}

type Tested = "busy" | { latencyMs: number } | { problem: string };

function ProviderTable({ rows, show }: { rows: readonly Provider[]; show(id: number): void }) {
  const { api, toasts } = useConsole();
  const actions = useActions();
  const tests = useSignal<ReadonlyMap<number, Tested>>(new Map());
  const path = (id: number) => ({ params: { path: { provider_id: id } } });
  const note = (id: number, tested: Tested) => tests.value = new Map(tests.value).set(id, tested);

  async function test({ id, display_name }: Provider): Promise<void> {
    note(id, "busy");
    try {
      const { data } = await unwrap(
        api.POST("/api/ai-providers/{provider_id}/test", { ...path(id), body: {} }),
      );
      note(id, { latencyMs: data.latency_ms });
      toasts.done(`${display_name} answered: “${data.response.slice(0, 120)}”`);
    } catch (error) {
      const { message } = problemOf(error);
      note(id, { problem: message });
      toasts.problem(`${display_name}: ${message}`);
    }
  }

  const setActive = ({ id, is_active }: Provider) =>
    actions.run(() =>
      unwrap(api.PUT("/api/ai-providers/{provider_id}", { ...path(id), body: { is_active: !is_active } }))
    );

  async function remove({ id, display_name }: Provider): Promise<void> {
    await actions.confirmed({
      title: `Delete ${display_name}?`,
      text: "Its conversations, its logs and its key are deleted permanently.",
      action: "Delete provider",
    }, () => unwrap(api.DELETE("/api/ai-providers/{provider_id}", path(id))));
  }

  const columns: readonly Column<Provider>[] = [
    {
      key: "name",
      title: "Provider",
      width: "minmax(0, 1.4fr)",
      compare: (a, b) => a.display_name.localeCompare(b.display_name),
      cell: ({ id, display_name }) => <a href={`/assistant/providers?open=${id}`}>{display_name}</a>,
    },
    {
      key: "type",
      title: "Type",
      width: "150px",
      wideOnly: true,
      cell: ({ provider_type }) => PROVIDER_TITLES[provider_type],
    },
    { key: "model", title: "Model", width: "minmax(0, 1fr)", wideOnly: true, cell: (row) => row.model_name },
    {
      key: "state",
      title: "State",
      width: "90px",
      narrowWidth: "68px",
      cell: ({ is_active }) => is_active ? "Active" : <span class="muted">Inactive</span>,
    },
    {
      key: "test",
      title: "Test",
      width: "minmax(0, 1.2fr)",
      wideOnly: true,
      cell: ({ id }) => <TestResult tested={tests.value.get(id)} />,
    },
    {
      key: "act",
      title: "Actions",
      width: "232px",
      narrowWidth: "104px",
      align: "end",
      cell: (row) => (
        <>
          <button type="button" class="link" onClick={() => test(row)}>Test</button>
          <button type="button" class="link wide-only" onClick={() => setActive(row)}>
            {row.is_active ? "Deactivate" : "Activate"}
          </button>
          <button type="button" class="link wide-only" onClick={() => remove(row)}>Delete</button>
          <span class="narrow-only">
            <Menu
              label={`More actions for ${row.display_name}`}
              items={[
                { label: row.is_active ? "Deactivate" : "Activate", run: () => void setActive(row) },
                { label: "Delete", run: () => void remove(row) },
              ]}
            >
              …
            </Menu>
          </span>
        </>
      ),
    },
  ];
  return (
    <VirtualTable
      label="Providers"
      columns={columns}
      rows={rows}
      onOpen={({ id }) => show(id)}
      rowHeight={40}
    />
  );
}

function TestResult({ tested }: { tested: Tested | undefined }) {
  if (tested === undefined) return <span class="muted">Not tested</span>;
  if (tested === "busy") return <span role="status">Testing…</span>;
  if ("latencyMs" in tested) return <span role="status">Answered in {numberText(tested.latencyMs)} ms</span>;
  return <strong role="status" title={tested.problem}>{tested.problem}</strong>;
}
