import { ANSWERED_BY } from "../../cluster/forwarding/standby_app.ts";
import { answerHead } from "./answer_head.ts";

const CHECK_DEADLINE_MS = 1_000;

/** Whether a process leads and is ready itself, not only through another one. */
export async function isLeading({ baseUrl }: { baseUrl: string }): Promise<boolean> {
  const answer = await answerHead(`${baseUrl}/readyz`, CHECK_DEADLINE_MS);
  return answer?.status === 200 && !answer.headers.has(ANSWERED_BY);
}
