/** A code of six digits, each one equally likely. */
export function sixDigits(random: (bytes: number) => Uint8Array): string {
  for (;;) {
    const value = random(3).reduce((sum, byte) => sum * 256 + byte, 0);
    if (value < 16_000_000) return String(value % 1_000_000).padStart(6, "0");
  }
}
