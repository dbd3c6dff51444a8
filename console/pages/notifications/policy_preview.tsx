import { useSignal } from "@preact/signals";
import { unwrap } from "../../api/client.ts";
import { type ApiProblem, problemOf } from "../../api/problem.ts";
import { useConsole } from "../../shell/console.ts";
import { type Preview, PreviewAnswer } from "./preview_answer.tsx";
import { PreviewFields, questionBody, usePreviewQuestion } from "./preview_question.tsx";

/** Who would be told of an event by the saved policies: of one that happened, or a sample. */
export function PolicyPreview() {
  const { api, time } = useConsole();
  const question = usePreviewQuestion("sample");
  const shown = useSignal<Preview | undefined>(undefined);
  const problem = useSignal<ApiProblem | undefined>(undefined);

  async function run(): Promise<void> {
    try {
      const body = questionBody(question, { msOf: (field) => time.fromField(field) });
      shown.value = (await unwrap(api.POST("/api/notification-policies/preview", { body }))).data;
      problem.value = undefined;
    } catch (error) {
      problem.value = problemOf(error);
    }
  }

  return (
    <section class="panel policy-preview" aria-labelledby="policy-preview">
      <div class="panel-head">
        <h2 id="policy-preview">Preview</h2>
      </div>
      <form
        class="policy-question"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <PreviewFields question={question} />
        <button type="submit">Show who is told</button>
      </form>
      {problem.value !== undefined && <p role="alert">{problem.value.message}</p>}
      {shown.value !== undefined && <PreviewAnswer preview={shown.value} />}
    </section>
  );
}
