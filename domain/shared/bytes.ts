/** Joins pieces of `length` bytes in total. A single piece is returned as it is. */
export function joinedBytes<Piece extends Uint8Array>(
  pieces: readonly Piece[],
  length = pieces.reduce((sum, piece) => sum + piece.length, 0),
): Piece | Uint8Array<ArrayBuffer> {
  if (pieces.length === 1) return pieces[0]!;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
