import { useSignal } from "@preact/signals";
import { useLocation } from "preact-iso";
import { told } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { AssistantSections } from "./assistant_sections.tsx";
import { LogFilters } from "./log_filters.tsx";
import { logAddress, type LogPlace, logPlace } from "./log_place.ts";
import { LogRows } from "./log_rows.tsx";
import { UsageDays } from "./usage_days.tsx";
import { type Provider, useProviders } from "./use_providers.ts";

export default function LogsPage() {
  const providers = useProviders();
  const { query, route } = useLocation();
  const place = logPlace(query);
  const all = providers.state.value.value ?? [];
  const provider = all.find(({ id }) => id === place.provider) ?? all[0];
  const clearings = useSignal(0);
  const go = (changes: Partial<LogPlace>) => route(logAddress({ ...place, page: 1, ...changes }));
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
      <AssistantSections />
      <Loaded resource={providers}>
        {() =>
          provider === undefined ? <Empty title="No AI provider yet" /> : (
            <>
              <LogFilters providers={all} provider={provider} place={place} go={go} />
              {place.log === "usage" && <UsageDays key={provider.id} provider={provider.id} />}
              <LogRows key={clearings.value} provider={provider.id} place={place} />
            </>
          )}
      </Loaded>
    </Page>
  );
}

function ClearButton(
  { provider: { id, display_name }, onCleared }: { provider: Provider; onCleared(): void },
) {
  const { api, session, asking, toasts } = useConsole();
  if (!session.may("DELETE /api/conversation-logs/:provider_id")) return null;

  async function clear(): Promise<void> {
    const isMeant = await asking.confirm({
      title: `Clear the conversations of ${display_name}?`,
      text: "Everybody's conversations with it go, for good. The logs of calls and usage stay.",
      action: "Clear conversations",
      danger: true,
    });
    if (!isMeant) return;
    try {
      const params = { path: { provider_id: id } };
      toasts.done((await told(api.DELETE("/api/conversation-logs/{provider_id}", { params }))).message);
      onCleared();
    } catch (error) {
      toasts.problem(problemOf(error).message);
    }
  }

  return <button type="button" onClick={clear}>Clear conversations</button>;
}
