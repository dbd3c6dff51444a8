import type { ComponentChildren } from "preact";
import type { ApiProblem } from "../api/problem.ts";
import type { Resource, ResourceHandle } from "../live/use_resource.ts";

/** Nothing is there; says what would be, and what to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state empty">
      <p class="state-title">{title}</p>
      {children}
    </div>
  );
}

/** It comes in a moment. Shown late, so that what is quick does not flicker. */
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

/** What was read, or why it is not there. A value that could not be read anew is shown with a word on it. */
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
        <p class="stale" role="status">{state.problem.message}; shown is what was read last.</p>
      )}
      {children(state.value, state)}
    </>
  );
}
