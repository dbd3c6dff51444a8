import { Delete } from "lucide";
import { Icon } from "../parts/icon.tsx";

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

interface PinPadProps {
  onDigit(digit: string): void;
  onBack(): void;
}

/** Digits for a finger or a mouse; keys go into the PIN's field. */
export function PinPad({ onDigit, onBack }: PinPadProps) {
  return (
    <div class="pin-pad" role="group" aria-label="Digits">
      {DIGITS.map((digit) => <Digit key={digit} digit={digit} onDigit={onDigit} />)}
      <span />
      <Digit digit="0" onDigit={onDigit} />
      <button type="button" aria-label="Delete the last digit" onClick={onBack}>
        <Icon node={Delete} />
      </button>
    </div>
  );
}

function Digit({ digit, onDigit }: { digit: string; onDigit(digit: string): void }) {
  return <button type="button" onClick={() => onDigit(digit)}>{digit}</button>;
}
