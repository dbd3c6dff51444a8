import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import { unwrap } from "../../api/client.ts";
import { useActions } from "../../parts/actions.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { LogFilters } from "./log_filters.tsx";
import { logAddress, type LogView, logView } from "./log_view.ts";
import { LogRows } from "./log_rows.tsx";
import { UsageDays } from "./usage_days.tsx";
import { type Provider, useProviders } from "./use_providers.ts";

export default function LogsPage() {
  const providers = useProviders();
  const { query, route } = useLocation();
  const view = logView(query);
  const all = providers.state.value.value ?? [];
  const provider = all.find(({ id }) => id === view.provider) ?? all[0];
  const clearings = useSignal(0);
  const go = (changes: Partial<LogView>) => route(logAddress({ ...view, page: 1, ...changes }));
  return (
    <Page
      title="Logs and usage"
      tools={provider !== undefined && (
        <ClearButton
          provider={provider}
          onCleared={() => clearings.value++}
        />
      )}
    >
      <Loaded resource={providers}>
        {() =>
          provider === undefined ? <Empty title="No AI provider yet" /> : (
            <>
              <LogFilters providers={all} provider={provider} view={view} go={go} />
              {view.log === "usage" && <UsageDays key={provider.id} provider={provider.id} />}
              <LogRows key={clearings.value} provider={provider.id} view={view} />
            </>
          )}
      </Loaded>
    </Page>
  );
}

function ClearButton(
  { provider: { id, display_name }, onCleared }: { provider: Provider; onCleared(): void },
) {
  const { api, session } = useConsole();
  const actions = useActions();
  if (!session.may("DELETE /api/conversation-logs/:provider_id")) return null;

  async function clear(): Promise<void> {
    const params = { path: { provider_id: id } };
    const isDone = await actions.confirmed({
      title: `Clear the conversations of ${display_name}?`,
      text:
        "The conversations of all users with it are deleted permanently. The logs of function calls and usage stay.",
      action: "Clear conversations",
    }, () => unwrap(api.DELETE("/api/conversation-logs/{provider_id}", { params })));
    if (isDone) onCleared();
  }

  return <button type="button" onClick={clear}>Clear conversations</button>;
}
