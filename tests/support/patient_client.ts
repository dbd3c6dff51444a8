import { AndonClient, type Answer } from "./andon_client.ts";

const PATIENCE_MS = 20_000;
const AGAIN_MS = 100;

/** A client whose reads are asked for again while the answer is 503, as any client of several processes does. */
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
