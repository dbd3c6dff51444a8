import { AndonClient, type Answer } from "./andon_client.ts";

const PATIENCE_MS = 20_000;
const AGAIN_MS = 100;

/** A client that repeats reads while the answer is 503, as clients of a cluster do. */
export class PatientClient extends AndonClient {
  override async send(method: string, path: string, body?: unknown): Promise<Answer> {
    const untilMs = Date.now() + PATIENCE_MS;
    for (;;) {
      const answer = await super.send(method, path, body);
      if (method !== "GET" || answer.status !== 503 || Date.now() > untilMs) return answer;
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}
