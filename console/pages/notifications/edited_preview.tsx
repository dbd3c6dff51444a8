import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { unwrap } from "../../api/client.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import { useAreas } from "../../parts/areas.ts";
import { useConsole } from "../../shell/console.ts";
import type { Policy } from "./policy_sentence.ts";
import { bodyOf, fittingEvent, type PolicyValue, stepsThatCall } from "./policy_value.ts";
import { type Preview, PreviewAnswer } from "./preview_answer.tsx";
import { PreviewFields, questionBody, usePreviewQuestion } from "./preview_question.tsx";

/** So long after the last change the preview is asked again. */
const REST_MS = 400;

interface EditedPreviewProps {
  value: PolicyValue;
  /** The one that is edited; undefined: a new one. */
  policy: Policy | undefined;
  /** Whether the value is what is saved. */
  isSaved: boolean;
}

/** Who would be told if the policy were saved as it is edited. */
export function EditedPreview({ value, policy, isSaved }: EditedPreviewProps) {
  const { api, time } = useConsole();
  const areas = useAreas().state.value.value ?? [];
  const question = usePreviewQuestion("fitting");
  const shown = useSignal<Preview | undefined>(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const id = policy?.id ?? null, calling = stepsThatCall(value);
  const edited = bodyOf({ ...value, steps: calling.map((at) => value.steps[at]!) });
  const body = {
    ...questionBody(question, {
      fitting: fittingEvent(value, areas),
      msOf: (field) => time.fromField(field),
    }),
    policy: { ...edited, name: edited.name.trim() === "" ? "New policy" : edited.name, id },
  };

  useEffect(() => {
    const stale = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const options = { body, signal: stale.signal };
        const { data } = await unwrap(api.POST("/api/notification-policies/preview", options));
        if (stale.signal.aborted) return;
        shown.value = data;
        problem.value = undefined;
      } catch (error) {
        if (!stale.signal.aborted) problem.value = problemOf(error);
      }
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stale.abort();
    };
  }, [JSON.stringify(body)]);

  const preview = problem.value === undefined ? shown.value : undefined;
  const silent = value.steps.length - calling.length;
  return (
    <section class="policy-preview policy-edited" aria-labelledby="edited-preview">
      <h3 id="edited-preview">Who is told</h3>
      <p class="muted">{isSaved ? "As saved" : "As edited, not saved yet"}</p>
      <div class="policy-question">
        <PreviewFields question={question} hasFitting />
      </div>
      {silent > 0 && <p class="muted">Steps that call nobody yet are left out.</p>}
      {problem.value !== undefined && <p role="status">{problemText(problem.value)}</p>}
      {preview !== undefined && (
        <>
          {preview.policies.every((one) => one.id !== id) && (
            <p class="policy-untold">
              Not by this policy: it does not match the event, or a policy above it takes the event.
            </p>
          )}
          <PreviewAnswer preview={preview} numberOf={(step) => calling[step]! + 1} />
        </>
      )}
    </section>
  );
}

/** What has to change first, without the paths that the API names. */
function problemText({ issues, message }: ApiProblem): string {
  return issues.length === 0 ? message : `No preview yet. ${issues.map((one) => one.message).join(". ")}`;
}
