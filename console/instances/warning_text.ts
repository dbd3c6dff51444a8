import { shortened } from "../parts/short_name.ts";

/** The text of a warning, in which the very long ones of the quoted names are shortened. */
export function warningText({ text }: { text: string }): string {
  return text.replace(/"([^"]+)"/g, (_, name: string) => `"${shortened(name)}"`);
}
