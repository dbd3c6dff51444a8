/** Who is called in the rows that compare Andon without and with notification policies. */
import { everythingElse } from "../../domain/notification_policy/everything_else.ts";
import type { Storage } from "../../storage/contract.ts";
import { addCalled, addPerson, addPoint, addPolicy, addRoster } from "../../tests/support/called_people.ts";

export interface CalledOptions {
  /** Where messages go. */
  url: string;
  /** Whether there are 200 policies, and nearly 100 users, teams and rosters. */
  isFull: boolean;
}

/**
 * Without policies, everything is told to the fallback. With them, 198 take machines that raise nothing, and the last
 * but one tells of everything in the same way, whoever is on call. Done once for a store.
 */
export async function setUpCalled(storage: Storage, { url, isFull }: CalledOptions): Promise<void> {
  if (storage.contactPoints.list().length > 0) return;
  const config = {
    ...{ kind: "http" as const, method: "POST" as const, url, headers: [], to: null, ca: null },
    content_type: "application/json" as const,
  };
  const body = '{"title":"{title}","text":"{text}"';
  await addPoint(storage, {
    name: "Room",
    fallback: true,
    config: { ...config, body: `${body}}` },
  });
  if (!isFull) return;
  const point = await addPoint(storage, {
    name: "Persons",
    config: { ...config, body: `${body},"to":"{to}"}` },
  });
  await addCalled(storage, { point, left: 1 });
  const id = await addPerson(storage, { username: "standby", point, address: "standby@example.org" });
  const { group_by, group_wait_seconds, group_interval_seconds, notify_resolved } = everythingElse;
  const to = [await addRoster(storage, "Standby", [id])];
  await addPolicy(storage, {
    name: "All",
    ...{ group_by, group_wait_seconds, group_interval_seconds, notify_resolved },
    steps: [{ after_minutes: 0, to }],
  });
}

/** A receiver in a thread of its own. */
export class MessageReceiver implements Disposable {
  private constructor(readonly worker: Worker, readonly url: string) {}

  static async start(): Promise<MessageReceiver> {
    const worker = new Worker(new URL("./message_receiver.ts", import.meta.url), { type: "module" });
    return new MessageReceiver(worker, await answerOf(worker));
  }

  async taken(): Promise<number> {
    const answer = answerOf<number>(this.worker);
    this.worker.postMessage(null);
    return await answer;
  }

  [Symbol.dispose](): void {
    this.worker.terminate();
  }
}

function answerOf<T = string>(worker: Worker): Promise<T> {
  return new Promise((resolve) => worker.onmessage = ({ data }) => resolve(data));
}
