import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Light modules around the code, which scanners need. */
const BORDER = 4;

/** A text as a QR code, drawn here. Black on white in both themes, because scanners expect that. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = useSignal<boolean[][]>([]);
  useEffect(() => {
    import("qr").then(({ default: encodeQR }) => rows.value = encodeQR(text, "raw", { border: BORDER }));
  }, [text]);
  const size = rows.value.length;
  return (
    <svg class="qr-code" viewBox={`0 0 ${size || 1} ${size || 1}`} role="img" aria-label={label}>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={pathOf(rows.value)} fill="#000" shape-rendering="crispEdges" />
    </svg>
  );
}

/** One square for each dark module. */
function pathOf(rows: boolean[][]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => isDark ? `M${x} ${y}h1v1h-1z` : "")).join("");
}
