import { type ReadonlySignal, signal } from "@preact/signals";

/** Whether somebody has clicked or pressed a key on this page: before that no browser lets it sound. */
export function followGesture(): ReadonlySignal<boolean> {
  const has = signal(navigator.userActivation?.hasBeenActive ?? false);
  const kinds = ["pointerup", "keydown"] as const;
  const onGesture = () => {
    has.value = true;
    for (const kind of kinds) removeEventListener(kind, onGesture, true);
  };
  if (!has.value) { for (const kind of kinds) addEventListener(kind, onGesture, true); }
  return has;
}
