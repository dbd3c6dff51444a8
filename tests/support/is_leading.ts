import { answerHead } from "./answer_head.ts";

const CHECK_DEADLINE_MS = 1_000;

/** Whether a process leads, and answers requests. */
export async function isLeading({ baseUrl }: { baseUrl: string }): Promise<boolean> {
  return (await answerHead(`${baseUrl}/leaderz`, CHECK_DEADLINE_MS))?.status === 200;
}
