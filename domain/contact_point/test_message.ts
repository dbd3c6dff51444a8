import type { OutgoingMessage, SendResult } from "../notification/types.ts";
import type { ContactPointTest } from "./types.ts";

interface TestMessageInput {
  /** Part of the key: other plants may share the receiver. */
  storeId: string;
  contactPointId: number | null;
  /** The name of the contact point. */
  name: string;
  /** Who asked for the test. */
  by: string;
  /** The address of a person; null: the contact point's own receiver. */
  to: string | null;
  /** ISO time. */
  at: string;
  /** A random text. */
  nonce: string;
  /** The address of the console; null if it is not known. */
  publicUrl: string | null;
}

/** What became of a test. */
export function testOf(
  { outcome, status, words, latency_ms }: SendResult,
  { at, by }: { at: string; by: string },
): ContactPointTest {
  const passed = outcome === "accepted" || outcome === "delivered";
  return { at, by, passed, outcome, status, words, latency_ms };
}

/** The message of a test: it looks like any other, names no event, and says what it is. */
export function testMessage(
  { storeId, contactPointId, name, by, to, at, nonce, publicUrl }: TestMessageInput,
): OutgoingMessage {
  const key = `${storeId}/test/${contactPointId ?? "new"}/${nonce}`;
  const link = publicUrl === null ? null : `${publicUrl.replace(/\/$/, "")}/notifications/contact-points`;
  const lines = [
    `${by} tests the contact point "${name}". Nothing is wrong, and there is nothing to do.`,
    "Messages about events come the same way.",
    ...link === null ? [] : [link],
  ];
  return {
    key,
    event_key: key,
    reason: "test",
    severity: "info",
    status: "firing",
    to,
    title: "Test from Andon",
    text: lines.join("\n"),
    link,
    answer_link: null,
    is_drill: false,
    events: [],
    sent_at: at,
  };
}
