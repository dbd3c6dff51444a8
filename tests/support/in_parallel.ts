/** Works on all, so many at once; the next is drawn when one is done. Returns how many there were. */
export async function inParallel<T>(
  all: Iterable<T>,
  { atOnce, work }: { atOnce: number; work: (one: T) => Promise<void> },
): Promise<number> {
  const left = all[Symbol.iterator]();
  let count = 0;
  const worker = async () => {
    for (let next = left.next(); next.done !== true; next = left.next()) {
      count++;
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return count;
}
