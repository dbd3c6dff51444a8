/** Dotted names without the parts that all of them begin with; a name keeps its last part. */
export function shortNames(names: readonly string[]): string[] {
  const parts = names.map((name) => name.split("."));
  if (parts.length < 2) return [...names];
  const fewest = Math.min(...parts.map(({ length }) => length)) - 1;
  let common = 0;
  while (common < fewest && parts.every((one) => one[common] === parts[0]![common])) common++;
  return parts.map((one) => one.slice(common).join("."));
}
