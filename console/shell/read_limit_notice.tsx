import { useComputed } from "@preact/signals";
import { useConsole } from "./console.ts";
import { useNow } from "./now_context.ts";

/** Says that the page waits for the rate limit. A screen reader hears it once, not each second. */
export function ReadLimitNotice() {
  const { readLimit } = useConsole();
  const nowMs = useNow();
  const seconds = useComputed(() =>
    Math.max(1, Math.ceil(((readLimit.goesOnAtMs.value ?? 0) - nowMs.value) / 1_000))
  );
  return (
    <div class="toast muted" style={{ paddingInlineEnd: "14px" }}>
      <span class="sr-only">Waiting for the rate limit. The page goes on by itself.</span>
      <span aria-hidden="true">Waiting for the rate limit, goes on in {seconds} s</span>
    </div>
  );
}
