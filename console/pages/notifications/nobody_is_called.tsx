import { unwrap } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { useConsole } from "../../shell/console.ts";

/**
 * A line above every page until a fallback contact point has passed its test. Wall screens do not have it: nobody there
 * could do anything about it.
 */
export function NobodyIsCalled() {
  const { api, session } = useConsole();
  const fallback = useResource("fallback", async (signal) => {
    return (await unwrap(api.GET("/api/contact-points/fallback", { signal }))).data;
  }, { changes: ["contact_point"] });
  const state = fallback.state.value.value;
  if (state === undefined || !state.nobody_is_called) return null;
  const { contact_point: point } = state;
  const why = point === null
    ? "There is no contact point for events that nobody else is told of."
    : `The contact point ${point.name} has not passed its test.`;
  const address = `/notifications/contact-points${point === null ? "" : `?open=${point.id}`}`;
  return (
    <aside class="nobody-is-called" aria-label="Notifications">
      <strong>Nobody is called.</strong> {why}
      {session.may("PUT /api/contact-points/:id") && (
        <a href={address}>{point === null ? "Set one up" : "Test it"}</a>
      )}
    </aside>
  );
}
