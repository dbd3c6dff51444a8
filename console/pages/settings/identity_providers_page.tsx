import { useSignal } from "@preact/signals";
import { unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { useActions } from "../../parts/actions.ts";
import { useRead } from "../../live/use_read.ts";
import { Dialog } from "../../parts/dialog.tsx";
import { useAreas } from "../../parts/areas.ts";
import { Empty } from "../../parts/states.tsx";
import { type Column, VirtualTable } from "../../parts/table/virtual_table.tsx";
import { useConsole } from "../../shell/console.ts";
import { ListPage } from "../../shell/list_page.tsx";
import { IdentityProviderForm } from "./identity_provider_form.tsx";
import type { IdentityProvider } from "./identity_provider_model.ts";
import { ProviderAddresses } from "./provider_addresses.tsx";
import { FINDING_STATUS, ProviderFindings, type ProviderTest } from "./provider_findings.tsx";

/** Where people sign in besides Andon itself. */
export default function IdentityProvidersPage() {
  const providers = useRead("/api/identity-providers", { changes: ["identity_provider"] });
  const areas = useAreas().state.value.value;
  const created = useSignal<Creation | null>(null);
  return (
    <ListPage
      title="Sign-in"
      resource={providers}
      create="New provider"
      empty={
        <Empty title="No identity provider yet">
          <p>With OpenID Connect or a directory (LDAP), people sign in with their company account.</p>
        </Empty>
      }
      form={(provider, close) =>
        areas !== undefined && (
          <IdentityProviderForm
            provider={provider}
            areas={areas}
            onClose={close}
            onCreated={(provider, { isMoved }) => {
              if (provider.ldap === null) created.value = { provider, isMoved };
            }}
          />
        )}
      below={created.value !== null && (
        <Created
          {...created.value}
          onClose={() => created.value = null}
        />
      )}
    >
      {(rows, show) => <ProviderTable rows={rows} show={show} />}
    </ListPage>
  );
}

interface Creation {
  provider: IdentityProvider;
  /** Its addresses are others than those that the form has shown. */
  isMoved: boolean;
}

/** The rest of the way to the first sign-in. */
function Created({ provider, isMoved, onClose }: Creation & { onClose(): void }) {
  return (
    <Dialog
      title={isMoved ? `${provider.name} has other addresses` : `${provider.name} is created`}
      onClose={onClose}
    >
      <p>
        {isMoved
          ? "Another provider was created meanwhile. Enter these addresses at the provider:"
          : "If you have not done so, enter these addresses at the provider:"}
      </p>
      <ProviderAddresses addresses={provider} />
      <p>Then press Test in the list, and sign in in another browser before you sign out here.</p>
      <div class="buttons">
        <button type="button" class="primary" onClick={onClose}>Close</button>
      </div>
    </Dialog>
  );
}

function ProviderTable({ rows, show }: { rows: readonly IdentityProvider[]; show(id: number): void }) {
  const { api, toasts } = useConsole();
  const actions = useActions();
  const tested = useSignal<{ name: string; test: ProviderTest } | null>(null);
  const testing = useSignal<number | null>(null);
  const path = (id: number) => ({ params: { path: { id } } });

  async function test({ id, name }: IdentityProvider): Promise<void> {
    testing.value = id;
    try {
      const { data } = await unwrap(api.POST("/api/identity-providers/{id}/test", path(id)));
      tested.value = { name, test: data };
    } catch (error) {
      toasts.problem(problemOf(error).message);
    } finally {
      testing.value = null;
    }
  }

  async function remove({ id, name }: IdentityProvider): Promise<void> {
    await actions.confirmed({
      title: `Delete ${name}?`,
      text: "Its users are signed out and cannot sign in any more. What they did stays in the audit log.",
      action: "Delete provider",
    }, () => unwrap(api.DELETE("/api/identity-providers/{id}", path(id))));
  }

  const columns: readonly Column<IdentityProvider>[] = [
    {
      key: "name",
      title: "Provider",
      width: "minmax(0, 1fr)",
      cell: ({ id, name }) => <a href={`/settings/sign-in?open=${id}`}>{name}</a>,
    },
    {
      key: "issuer",
      title: "Address",
      width: "minmax(0, 2fr)",
      wideOnly: true,
      cell: ({ issuer }) => issuer,
    },
    {
      key: "state",
      title: "State",
      width: "90px",
      narrowWidth: "68px",
      cell: ({ is_active }) => is_active ? "Active" : <span class="muted">Inactive</span>,
    },
    {
      key: "act",
      title: "Actions",
      width: "150px",
      narrowWidth: "130px",
      align: "end",
      cell: (row) => (
        <>
          <button type="button" class="link" disabled={testing.value !== null} onClick={() => test(row)}>
            {testing.value === row.id ? "Testing…" : "Test"}
          </button>
          <button type="button" class="link" onClick={() => remove(row)}>Delete</button>
        </>
      ),
    },
  ];
  return (
    <>
      <VirtualTable
        label="Identity providers"
        columns={columns}
        rows={rows}
        onOpen={({ id }) => show(id)}
        rowHeight={40}
      />
      {tested.value !== null && <Findings {...tested.value} onClose={() => tested.value = null} />}
    </>
  );
}

function Findings({ name, test, onClose }: { name: string; test: ProviderTest; onClose(): void }) {
  return (
    <Dialog title={`Test of ${name}: ${FINDING_STATUS[test.status].toLowerCase()}`} onClose={onClose}>
      <ProviderFindings test={test} />
      <div class="buttons">
        <button type="button" class="primary" onClick={onClose}>Close</button>
      </div>
    </Dialog>
  );
}
