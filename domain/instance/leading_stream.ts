/**
 * The stream that an instance's name and location are suggested from: that of the first placeholder, in the
 * template's order, which is bound to one.
 */
export function leadingStream(
  placeholders: readonly { placeholder_name: string }[],
  streamOf: (placeholder: string) => string | undefined,
): string | undefined {
  for (const { placeholder_name } of placeholders) {
    const stream = streamOf(placeholder_name);
    if (stream !== undefined) return stream;
  }
  return undefined;
}
