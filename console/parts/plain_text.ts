/** A stored name as text: "signed_in" is "signed in", "re_alarmed" is "re-alarmed". */
export function plainText(name: string): string {
  return name.replace(/^re_/, "re-").replaceAll("_", " ");
}
