/** The status and headers of an answer to a GET; null: none came in time. */
export async function answerHead(url: string, deadlineMs = 60_000): Promise<Response | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(deadlineMs) });
    await answer.body?.cancel();
    return answer;
  } catch {
    return null;
  }
}
