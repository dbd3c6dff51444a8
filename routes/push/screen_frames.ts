import { withoutPeople } from "../pipeline/for_reader.ts";
import type { PushFrame } from "./frames.ts";

const texts = new WeakMap<PushFrame, string>();

/** The text of a frame without personal data, created once for all wall screens. */
export function screenText(frame: PushFrame): string {
  if (frame.kind !== "event_created" && frame.kind !== "event_updated") return frame.text;
  let text = texts.get(frame);
  if (text === undefined) {
    const { data, ...rest } = JSON.parse(frame.text);
    text = JSON.stringify({ ...rest, data: withoutPeople(data) });
    texts.set(frame, text);
  }
  return text;
}
