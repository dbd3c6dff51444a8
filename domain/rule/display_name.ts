import type { Rule } from "./schema.ts";

/** What is wrong, in words: the rule's display name, else a readable form of its name. */
export function displayNameOf({ display_name, rule_name }: Pick<Rule, "display_name" | "rule_name">): string {
  return display_name || readableName(rule_name);
}

/** `TooHigh` becomes "Too high", `LT_Alarm` "LT alarm"; a name that has spaces stays as it is. */
export function readableName(name: string): string {
  if (/\s/.test(name.trim())) return name;
  const words = name.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[\s._-]+/).filter((word) => word !== "");
  const text = words.map((word) => isAcronym(word) ? word : word.toLowerCase()).join(" ");
  return text === "" ? name : text.charAt(0).toUpperCase() + text.slice(1);
}

function isAcronym(word: string): boolean {
  return word.length > 1 && word === word.toUpperCase();
}
