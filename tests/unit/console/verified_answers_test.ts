import { assertEquals } from "@std/assert";
import { type ChatEntry, newEntry } from "../../../console/pages/assistant/chat_model.ts";
import { verifiedAnswers } from "../../../console/pages/assistant/verified_answers.ts";

function tab() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
  };
}

const answered = (answer: string): ChatEntry => ({
  ...newEntry("What is wrong?", 1),
  answer,
  state: "done",
  evidence: [{ type: "event", id: 42, name: "Too high" }],
});
const logged = (answer: string): ChatEntry => ({ ...answered(answer), evidence: [], isChecked: false });

Deno.test("answers read from the log have the evidence that was verified in this tab, in their session", () => {
  const storage = tab();
  verifiedAnswers(storage).keep("ses_1", answered("See 42"));
  const [known, other] = verifiedAnswers(storage).restored("ses_1", [logged("See 42"), logged("See 43")]);
  assertEquals([known.evidence.map(({ id }) => id), known.isChecked], [[42], true]);
  assertEquals([other.evidence, other.isChecked], [[], false]);
  const [foreign] = verifiedAnswers(storage).restored("ses_2", [logged("See 42")]);
  assertEquals(foreign.isChecked, false);
});

Deno.test("the evidence of the newest 50 answers of a session is kept, and none of an answer that failed", () => {
  const storage = tab(), checked = verifiedAnswers(storage);
  for (let at = 0; at <= 50; at++) checked.keep("ses_1", answered(`Answer ${at}`));
  checked.keep("ses_1", { ...answered("Broken"), state: "failed" });
  const restored = checked.restored("ses_1", ["Answer 0", "Answer 1", "Answer 50", "Broken"].map(logged));
  assertEquals(restored.map(({ isChecked }) => isChecked), [false, true, true, false]);
});
