export interface LabelRow {
  /** The position that the label belongs to, in pixels from the top. */
  y: number;
}

/** Moves labels apart, so that none covers another; in order of their positions. Returns their new positions. */
export function labelRows(
  labels: readonly LabelRow[],
  { height, top, bottom }: { height: number; top: number; bottom: number },
): number[] {
  const order = labels.map((_, index) => index).sort((a, b) => labels[a]!.y - labels[b]!.y);
  const placed = order.map((index) => labels[index]!.y);
  let least = top + height / 2;
  placed.forEach((y, i) => least = (placed[i] = Math.max(y, least)) + height);
  let most = bottom - height / 2;
  for (let i = placed.length - 1; i >= 0; i--) most = (placed[i] = Math.min(placed[i]!, most)) - height;
  const rows: number[] = [];
  order.forEach((index, i) => rows[index] = placed[i]!);
  return rows;
}
