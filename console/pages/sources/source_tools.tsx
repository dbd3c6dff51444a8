import { useSignal } from "@preact/signals";
import { DEFAULT_SOURCE } from "../../../domain/source/types.ts";
import { unwrap } from "../../api/client.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import { useActions } from "../../parts/actions.ts";
import { InUseDialog } from "../../parts/in_use_dialog.tsx";
import { useConsole } from "../../shell/console.ts";
import { useGo } from "../../shell/guarded_navigation.ts";
import type { Source } from "./source_model.ts";

/** Pauses a source, and deletes it unless something uses its streams. */
export function SourceTools({ source: { id, name, is_active } }: { source: Source }) {
  const { api, dialogs, session, toasts } = useConsole();
  const actions = useActions();
  const go = useGo();
  const inUse = useSignal<ApiProblem | null>(null);
  const params = { path: { id } };

  async function pause(): Promise<void> {
    await actions.confirmed({
      title: `Pause ${name}?`,
      text: "Nothing is read from it until it goes on: rules on its streams become unknown.",
      action: "Pause",
    }, () => unwrap(api.PUT("/api/sources/{id}", { params, body: { is_active: false } })));
  }

  async function remove(): Promise<void> {
    const isConfirmed = await dialogs.confirm({
      title: `Delete ${name}?`,
      text: "Its streams and what it has stored of them are deleted with it.",
      action: "Delete source",
      danger: true,
    });
    if (!isConfirmed) return;
    try {
      toasts.done((await unwrap(api.DELETE("/api/sources/{id}", { params }))).message);
      go("/settings");
    } catch (error) {
      const problem = problemOf(error);
      if (problem.code === "RESOURCE_IN_USE") inUse.value = problem;
      else toasts.problem(problem.message);
    }
  }

  return (
    <>
      {session.may("PUT /api/sources/:id") &&
        (is_active ? <button type="button" onClick={pause}>Pause</button> : (
          <button
            type="button"
            onClick={() =>
              actions.run(() => unwrap(api.PUT("/api/sources/{id}", { params, body: { is_active: true } })))}
          >
            Go on
          </button>
        ))}
      {session.may("DELETE /api/sources/:id") && id !== DEFAULT_SOURCE && (
        <button type="button" class="danger" onClick={remove}>Delete</button>
      )}
      {inUse.value !== null && (
        <InUseDialog
          name={name}
          problem={inUse.value}
          onClose={() => inUse.value = null}
        />
      )}
    </>
  );
}
