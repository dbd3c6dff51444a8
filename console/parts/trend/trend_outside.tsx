import { type ReadonlySignal, type Signal, useComputed } from "@preact/signals";
import { decimalText } from "../numbers.ts";
import type { ValueRange } from "./value_range.ts";

interface OutsideProps {
  range: ReadonlySignal<ValueRange | null>;
  isWhole: Signal<boolean>;
  decimals: number;
}

/** Tells of outliers that the value axis leaves out. */
export function TrendOutside({ range, isWhole, decimals }: OutsideProps) {
  const text = useComputed(() => {
    if (range.value === null) return "";
    const { lowest, highest } = range.value;
    const ends = [
      ...highest === null ? [] : [`as high as ${decimalText(highest, decimals)}`],
      ...lowest === null ? [] : [`as low as ${decimalText(lowest, decimals)}`],
    ];
    return `Outside the axis: values ${ends.join(" and ")}.`;
  });
  if (text.value === "" && !isWhole.value) return null;
  return (
    <p class="trend-outside muted">
      {text}{" "}
      <button type="button" class="link" onClick={() => isWhole.value = !isWhole.value}>
        {isWhole.value ? "Leave out outliers" : "Show all values"}
      </button>
    </p>
  );
}
