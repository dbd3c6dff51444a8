import { useSignal } from "@preact/signals";
import { CalendarSearch } from "lucide";
import { Icon } from "../parts/icon.tsx";
import { useConsole } from "../shell/console.ts";
import { TimeDialog } from "./time_dialog.tsx";
import { type ListSpan, spanText } from "./time_span.ts";

interface TimeFilterProps {
  span: ListSpan;
  go(span: ListSpan): void;
  /** The dialog is open at first. */
  opens?: boolean;
}

/** The span of a list: from and to, around a time, or from a day backwards. */
export function TimeFilter({ span, go, opens = false }: TimeFilterProps) {
  const { time } = useConsole();
  const isOpen = useSignal(opens);
  const isChosen = span.fromMs !== undefined || span.toMs !== undefined;
  return (
    <>
      <button
        type="button"
        class={`time-filter ${isChosen ? "chosen" : ""}`}
        aria-haspopup="dialog"
        aria-label={`Time: ${spanText(span, time)}`}
        onClick={() => isOpen.value = true}
      >
        <Icon node={CalendarSearch} />
        {spanText(span, time)}
      </button>
      {isOpen.value && (
        <TimeDialog
          span={span}
          go={(chosen) => {
            isOpen.value = false;
            go(chosen);
          }}
          onClose={() => isOpen.value = false}
        />
      )}
    </>
  );
}
