import { useSignal } from "@preact/signals";
import { type Schemas, unwrap } from "../../api/client.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import { useResource } from "../../live/use_resource.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Panel } from "../../parts/panel.tsx";

type OpenSession = Schemas["OpenSession"];

/** The sessions of a user, or without `userId` the reader's own, each with a button that ends it. */
export function SessionsPanel({ userId }: { userId?: number }) {
  const { api } = useConsole();
  const problem = useSignal<ApiProblem | null>(null);
  const params = { path: { id: userId ?? 0 } };
  const sessions = useResource(`sessions of ${userId ?? "me"}`, async (signal) => {
    const listed = userId === undefined
      ? api.GET("/api/auth/sessions", { signal })
      : api.GET("/api/users/{id}/sessions", { params, signal });
    return (await unwrap<{ data: OpenSession[] }>(listed)).data;
  });

  async function end(session_id: string): Promise<void> {
    problem.value = null;
    try {
      await (userId === undefined
        ? unwrap(api.DELETE("/api/auth/sessions/{session_id}", { params: { path: { session_id } } }))
        : unwrap(
          api.DELETE("/api/users/{id}/sessions/{session_id}", {
            params: { path: { id: userId, session_id } },
          }),
        ));
    } catch (error) {
      problem.value = problemOf(error);
    }
    sessions.reload();
  }

  return (
    <Panel title="Sessions">
      {problem.value !== null && <p class="stale" role="alert">{problem.value.message}</p>}
      <Loaded resource={sessions} what="Loading the sessions">
        {(all) =>
          all.length === 0 ? <p class="muted">No sessions</p> : (
            <ul class="settings-sessions">
              {all.map((session) => <Row key={session.id} session={session} end={() => end(session.id)} />)}
            </ul>
          )}
      </Loaded>
    </Panel>
  );
}

function Row({ session, end }: { session: OpenSession; end(): void }) {
  const { time } = useConsole();
  const { user_agent, address, created_at, last_used_at, is_current } = session;
  const device = session.device ?? "Unknown device";
  const signedIn = `Signed in ${time.named(Date.parse(created_at))}`;
  return (
    <li>
      <div>
        <strong title={user_agent ?? undefined}>{device}</strong>
        <p class="muted">{address === null ? signedIn : `${signedIn} from ${address}`}</p>
        <p class="muted">Last used {time.named(Date.parse(last_used_at))}</p>
      </div>
      {is_current
        ? <span class="muted">This session</span>
        : <button type="button" aria-label={`End the session on ${device}`} onClick={end}>End</button>}
    </li>
  );
}
