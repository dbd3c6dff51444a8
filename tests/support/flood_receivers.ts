import { createHash } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { type SmtpReceiver, smtpReceiver } from "./smtp_receiver.ts";

/** A message that a receiver took. */
export interface FloodMessage {
  /** What the receiver recognises a repeat by. */
  mark: string;
  /** A person's mail address; null: a message to the webhook. */
  to: string | null;
  /** The events that the message itself names. */
  names: number[];
  came_ms: number;
}

/** The signing secret of the webhook. */
export const FLOOD_SECRET = `whsec_${btoa("a secret of the flood's receiver")}`;

/** By what a receiver recognises the repeat of a delivery. */
export function markOf({ key, target }: { key: string; target: { address: string | null } }): string {
  return target.address === null ? key : createHash("sha256").update(key).digest("hex").slice(0, 40);
}

/** A mail server with STARTTLS and a webhook on loopback. Requests with a wrong signature are refused and counted. */
export class FloodReceivers implements AsyncDisposable {
  readonly #hooked: FloodMessage[] = [];
  readonly #webhook = new Webhook(FLOOD_SECRET);
  readonly #server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => this.#receive(request),
  );
  refused = 0;

  private constructor(readonly mail: SmtpReceiver) {}

  static async open(): Promise<FloodReceivers> {
    return new FloodReceivers(await smtpReceiver());
  }

  get url(): string {
    return `http://127.0.0.1:${this.#server.addr.port}/`;
  }

  get messages(): FloodMessage[] {
    return [
      ...this.#hooked,
      ...this.mail.mails.map(({ mail, to, cameAtMs }) => ({
        mark: mail.messageId?.match(/^<([^@]+)@/)?.[1] ?? "",
        to: to.join(),
        names: [...new Set([...(mail.text ?? "").matchAll(/\/events\/(\d+)/g)].map(([, id]) => Number(id)))],
        came_ms: cameAtMs,
      })),
    ];
  }

  /** Mails that did not come by STARTTLS. */
  get plain(): number {
    return this.mail.mails.filter(({ isEncrypted }) => !isEncrypted).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
    await this.mail[Symbol.asyncDispose]();
  }

  async #receive(request: Request): Promise<Response> {
    const came_ms = Date.now(), text = await request.text();
    try {
      const { data } = this.#webhook.verify(text, Object.fromEntries(request.headers)) as {
        data: { events: { id: number }[] };
      };
      const mark = request.headers.get("webhook-id") ?? "";
      this.#hooked.push({ mark, to: null, names: data.events.map(({ id }) => id), came_ms });
      return new Response("taken");
    } catch (error) {
      this.refused++;
      return new Response(String(error), { status: 401 });
    }
  }
}
