import { NobodyIsCalled } from "../pages/notifications/nobody_is_called.tsx";
import { useAttention } from "./attention.ts";

/** What is wrong besides the counts: in the status bar, and in the browser's tab. */
export function StatusNotices() {
  useAttention();
  return <NobodyIsCalled />;
}
