/** The address of the editor with a new rule on a stream: of a new template, or of this one. */
export function ruleOnStreamAddress(stream: number, template?: number): string {
  return `/rules/${template ?? "new"}?stream=${stream}`;
}
