import type { Breach } from "./breach.ts";
import { layerOf } from "./layers.ts";
import type { ScannedFile } from "./source_files.ts";
import type { Token } from "./tokens.ts";

/** A token with its neighbours. */
interface TokenPosition {
  path: string;
  before: Token | undefined;
  token: Token;
  /** The following tokens: `.openKv` is ["." , "openKv"]. */
  next: string[];
}

interface WordRule {
  rule: string;
  advice: string;
  breaks(place: TokenPosition): boolean;
}

const RULES: readonly WordRule[] = [
  {
    rule: "kv",
    advice: "Deno.Kv is named in storage/ only; take the Storage or StorePort as a parameter",
    breaks: ({ path, token, next }) =>
      token.value === "Deno" && layerOf(path) !== "storage" && /^(openKv|Kv|Atomic)/.test(memberOf(next)),
  },
  {
    rule: "environment",
    advice: "the environment is read in main.ts or main/ only; take the setting as a parameter",
    breaks: ({ path, token, next }) =>
      ["Deno", "process"].includes(token.value) && memberOf(next) === "env" &&
      path !== "main.ts" && !path.startsWith("main/"),
  },
  {
    rule: "domain-pure",
    advice: "domain/ names nothing of Deno; take what is needed as a parameter",
    breaks: ({ path, token }) => layerOf(path) === "domain" && token.value === "Deno",
  },
  {
    rule: "domain-pure",
    advice:
      "domain/ uses no clock, random numbers, timer or network; take the time or the value as a parameter",
    breaks: (place) => layerOf(place.path) === "domain" && reachesOut(place),
  },
  {
    rule: "ports-types",
    advice: "ports/ contains types only; move code to the floor that runs it",
    breaks: ({ path, token }) => layerOf(path) === "ports" && DECLARES_CODE.has(token.value),
  },
  {
    rule: "routes-deno",
    advice: "routes/ names only types of Deno; take what is needed from AppDeps",
    breaks: ({ path, token, before, next }) =>
      layerOf(path) === "routes" && token.value === "Deno" && !isDenoType(before, next),
  },
];

/** Breaches of the rules for names. Tests, bench and tools are exempt. */
export function wordBreaches(file: ScannedFile): Breach[] {
  if (["free", "unknown"].includes(layerOf(file.path))) return [];
  return file.tokens.flatMap((token, index) => {
    if (token.kind !== "word") return [];
    const next = file.tokens.slice(index + 1, index + 4).map((following) => following.value);
    const place = { path: file.path, before: file.tokens[index - 1], token, next };
    const broken = RULES.find((rule) => rule.breaks(place));
    return broken === undefined
      ? []
      : [{ path: file.path, line: token.line, rule: broken.rule, advice: broken.advice }];
  });
}

/** `.name`, `?.name` or `["name"]` after a word. */
function memberOf([first, second, third]: string[]): string {
  if (first === "." || first === "[") return second ?? "";
  return first === "?" && second === "." ? third ?? "" : "";
}

/** A Deno type begins with a capital letter; after `new` or `instanceof`, or before a call, it is a value. */
function isDenoType(before: Token | undefined, next: string[]): boolean {
  const made = before?.kind === "word" && ["new", "instanceof"].includes(before.value);
  return next[0] === "." && /^[A-Z]/.test(memberOf(next)) && next[2] !== "(" && !made;
}

const DECLARES_CODE = new Set(["const", "let", "var", "function", "class", "enum"]);
const CALLS = new Set(["fetch", "setTimeout", "setInterval", "queueMicrotask"]);
const OBJECTS = new Set(["crypto", "performance"]);

function reachesOut({ token, before, next }: TokenPosition): boolean {
  if (before?.value === "." && before.kind === "sign") return false;
  const member = memberOf(next);
  if (CALLS.has(token.value)) return next[0] === "(" && before?.value !== "function";
  if (OBJECTS.has(token.value)) return next[0] === ".";
  if (token.value === "Math") return member === "random";
  if (token.value !== "Date") return false;
  return member === "now" || (before?.value === "new" && (next[0] !== "(" || next[1] === ")"));
}
