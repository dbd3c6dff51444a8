import type { ComponentChildren } from "preact";
import type { ApiProblem } from "../api/problem.ts";
import type { Resource, ResourceHandle } from "../live/use_resource.ts";

/** An empty state: what is missing, and what to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state empty">
      <p class="state-title">{title}</p>
      {children}
    </div>
  );
}

/** Shown with a delay, so that fast loads do not flicker. */
export function Loading({ what = "Loading" }: { what?: string }) {
  return <p class="state loading" role="status">{what}…</p>;
}

export function Failed({ problem, retry }: { problem: ApiProblem; retry(): void }) {
  return (
    <div class="state failed" role="alert">
      <p class="state-title">{problem.message}</p>
      {problem.code === "INTERNAL_ERROR" && typeof problem.details.request_id === "string" && (
        <p>Request {problem.details.request_id}</p>
      )}
      <button type="button" onClick={retry}>Try again</button>
    </div>
  );
}

/** The loaded value, its loading state or its problem. After a failed refresh the old value is shown with a notice. */
export function Loaded<T>(
  { resource, what, children }: {
    resource: ResourceHandle<T>;
    what?: string;
    children(value: T, state: Resource<T>): ComponentChildren;
  },
) {
  const state = resource.state.value;
  if (state.value === undefined) {
    if (state.problem !== undefined) return <Failed problem={state.problem} retry={resource.reload} />;
    return <Loading what={what} />;
  }
  return (
    <>
      {state.problem !== undefined && (
        <p class="stale" role="status">{state.problem.message}. Showing the last known data.</p>
      )}
      {children(state.value, state)}
    </>
  );
}
