/** A stored name as text: "signed_in" is "signed in". */
export function plainText(name: string): string {
  return name.replaceAll("_", " ");
}
