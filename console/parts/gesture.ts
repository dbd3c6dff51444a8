import { type ReadonlySignal, signal } from "@preact/signals";

/** Whether the user has clicked or pressed a key on this page; before that, browsers block audio. */
export function followGesture(): ReadonlySignal<boolean> {
  const isActive = signal(navigator.userActivation?.hasBeenActive ?? false);
  const kinds = ["pointerup", "keydown"] as const;
  const onGesture = () => {
    isActive.value = true;
    for (const kind of kinds) removeEventListener(kind, onGesture, true);
  };
  if (!isActive.value) { for (const kind of kinds) addEventListener(kind, onGesture, true); }
  return isActive;
}
