/** A code of six digits, each one equally likely. */
export function sixDigits(random: (bytes: number) => Uint8Array): string {
  for (;;) {
    const [a, b, c] = random(3);
    const value = (a * 256 + b) * 256 + c;
    if (value < 16_000_000) return String(value % 1_000_000).padStart(6, "0");
  }
}
