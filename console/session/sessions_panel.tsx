import { useSignal } from "@preact/signals";
import { type Schemas, unwrap } from "../api/client.ts";
import { type ApiProblem, problemOf } from "../api/problem.ts";
import { useResource } from "../live/use_resource.ts";
import { Loaded } from "../parts/states.tsx";
import { useConsole } from "../shell/console.ts";

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
    <section class="panel" aria-label="Sessions">
      <div class="panel-head">
        <h2>Sessions</h2>
      </div>
      {problem.value !== null && <p class="stale" role="alert">{problem.value.message}</p>}
      <Loaded resource={sessions} what="Loading the sessions">
        {(all) => all.length === 0 ? <p class="muted">No sessions.</p> : <Table sessions={all} end={end} />}
      </Loaded>
    </section>
  );
}

function Table({ sessions, end }: { sessions: readonly OpenSession[]; end(id: string): void }) {
  const { time } = useConsole();
  return (
    <table class="plain">
      <thead>
        <tr>
          {["Device", "Address", "Signed in", "Last used"].map((name) => (
            <th key={name} scope="col">{name}</th>
          ))}
          <th scope="col">
            <span class="sr-only">End</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sessions.map(({ id, device, user_agent, address, created_at, last_used_at, is_current }) => (
          <tr key={id}>
            <td title={user_agent ?? undefined}>{device ?? "Unknown"}</td>
            <td>{address ?? "—"}</td>
            <td>{time.moment(Date.parse(created_at))}</td>
            <td>{time.moment(Date.parse(last_used_at))}</td>
            <td class="end">
              {is_current ? <span class="muted">This session</span> : (
                <button
                  type="button"
                  aria-label={`End the session on ${device ?? "an unknown device"}`}
                  onClick={() => end(id)}
                >
                  End
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
