import { CONTACT_POINT_LIMITS } from "../../domain/contact_point/limits.ts";
import type { ContactPointKind, OpenedContactPoint } from "../../domain/contact_point/types.ts";
import type { ContactPointSender, OutgoingMessage, SendResult } from "../../domain/notification/types.ts";
import { cutText } from "../../domain/shared/text.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { PinningGuard } from "../outbound.ts";
import type { ProxySettings } from "../outbound_fetch.ts";
import { type Attempt, attemptOfError, unanswered } from "./attempt.ts";
import { slackTransport, teamsTransport } from "./kinds/channels.ts";
import { emailTransport } from "./kinds/email.ts";
import { httpTransport } from "./kinds/http.ts";
import { mqttTransport } from "./kinds/mqtt.ts";
import type { CreateTransport, Transport } from "./transport.ts";
import { webhookTransport } from "./kinds/webhook.ts";

/** One entry a kind. */
const TRANSPORTS: { [K in ContactPointKind]: CreateTransport<K> } = {
  email: emailTransport,
  webhook: webhookTransport,
  teams: teamsTransport,
  slack: slackTransport,
  http: httpTransport,
  mqtt: mqttTransport,
};

export interface SenderOptions {
  outbound: PinningGuard;
  proxy: ProxySettings;
  now: () => Ms;
  /** Time limits of the connection and of a whole attempt. */
  timeouts?: { connectMs: Ms; attemptMs: Ms };
}

const TIMEOUTS = { connectMs: 10_000, attemptMs: 30_000 };

/** Sends the messages of one contact point. Connections go only to addresses that the guard has checked. */
export function createSender(contactPoint: OpenedContactPoint, options: SenderOptions): ContactPointSender {
  const { outbound, proxy, now, timeouts = TIMEOUTS } = options;
  const create = TRANSPORTS[contactPoint.config.kind] as CreateTransport<ContactPointKind>;
  let transport: Transport | undefined;
  const opened = () =>
    transport ??= create(contactPoint, { outbound, proxy, now, connectMs: timeouts.connectMs });
  const hidden = hiding(Object.values(contactPoint.secrets));
  return {
    async send(message, { signal }) {
      const startedAt = performance.now();
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), timeouts.attemptMs);
      const either = AbortSignal.any([signal, deadline.signal]);
      try {
        const attempt = await attempted(opened, message, either);
        const isLate = deadline.signal.aborted && attempt.status === null;
        const words = isLate
          ? `No answer within ${timeouts.attemptMs / 1_000} s`
          : signal.aborted && attempt.status === null
          ? "Stopped before an answer"
          : shownWords(hidden(attempt.words));
        return {
          ...attempt,
          ...(isLate && { outcome: "retry" }),
          words,
          latency_ms: since(startedAt),
        } satisfies SendResult;
      } finally {
        clearTimeout(timer);
      }
    },
    async [Symbol.asyncDispose]() {
      await transport?.close?.();
    },
  };
}

async function attempted(
  transport: () => Transport,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<Attempt> {
  let host = "The receiver";
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort);
  try {
    signal.throwIfAborted();
    const opened = transport();
    host = opened.host;
    // A library may not notice the signal in every state of its connection.
    const attempt = opened.attempt(message, signal);
    attempt.catch(() => {});
    return await Promise.race([attempt, stopped]);
  } catch (error) {
    return signal.aborted ? unanswered("retry", "Stopped") : attemptOfError(error, host);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function since(startedAt: number): Ms {
  return Math.round((performance.now() - startedAt) * 10) / 10;
}

/** As plain lines: a receiver's words are shown to people. */
function shownWords(words: string): string {
  const plain = words.toWellFormed().replace(
    /[\p{Cc}\p{Bidi_Control}]/gu,
    (character) => character === "\n" || character === "\t" ? character : "",
  );
  return cutText(plain.trim(), CONTACT_POINT_LIMITS.words);
}

/** Shorter ones would hide ordinary words. */
const SHORTEST_HIDDEN = 4;

/** Replaces secrets in what a receiver says: some repeat the request. */
function hiding(secrets: readonly string[]): (words: string) => string {
  const forms = secrets.filter((secret) => secret.length >= SHORTEST_HIDDEN).flatMap((secret) => {
    const text = secret.toWellFormed();
    const base64 = new TextEncoder().encode(text).toBase64();
    return [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1), base64];
  });
  const longestFirst = [...new Set(forms)].sort((a, b) => b.length - a.length);
  return (words) => longestFirst.reduce((text, form) => text.replaceAll(form, "•••"), words);
}
