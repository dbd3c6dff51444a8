import ts from "typescript";
import type { Breach } from "./breach.ts";
import { layerOf } from "./layers.ts";
import type { ScannedFile } from "./scanned_files.ts";
import { lineOf, nodesOf } from "./syntax.ts";

interface WordRule {
  rule: string;
  advice: string;
  breaks(node: ts.Node, path: string): boolean;
}

const RULES: readonly WordRule[] = [
  {
    rule: "kv",
    advice: "Deno.Kv is named in storage/ only; take the Storage or StorePort as a parameter",
    breaks: (node, path) =>
      isNamed(node, "Deno") && layerOf(path) !== "storage" && /^(openKv|Kv|Atomic)/.test(memberOf(node)),
  },
  {
    rule: "environment",
    advice: "the environment is read in main.ts or main/ only; take the setting as a parameter",
    breaks: (node, path) =>
      isNamed(node, "Deno", "process") && memberOf(node) === "env" && path !== "main.ts" &&
      !path.startsWith("main/"),
  },
  {
    rule: "domain-pure",
    advice: "domain/ names nothing of Deno; take what is needed as a parameter",
    breaks: (node, path) => layerOf(path) === "domain" && isNamed(node, "Deno"),
  },
  {
    rule: "domain-pure",
    advice:
      "domain/ uses no clock, random numbers, timer or network; take the time or the value as a parameter",
    breaks: (node, path) => layerOf(path) === "domain" && reachesOut(node),
  },
  {
    rule: "ports-types",
    advice: "ports/ contains types only; move code to the floor that runs it",
    breaks: (node, path) => layerOf(path) === "ports" && declaresCode(node),
  },
  {
    rule: "routes-deno",
    advice: "routes/ names only types of Deno; take what is needed from AppDeps",
    breaks: (node, path) =>
      layerOf(path) === "routes" && isNamed(node, "Deno") && !ts.isQualifiedName(node.parent),
  },
];

/** Breaches of the rules for names. Tests, bench and tools are exempt. */
export function wordBreaches({ path, tree }: ScannedFile): Breach[] {
  if (["free", "unknown"].includes(layerOf(path))) return [];
  return nodesOf(tree).flatMap((node) => {
    const broken = RULES.find((rule) => rule.breaks(node, path));
    return broken === undefined
      ? []
      : [{ path, line: lineOf(node), rule: broken.rule, advice: broken.advice }];
  }).toArray();
}

function isNamed(node: ts.Node, ...names: string[]): boolean {
  return ts.isIdentifier(node) && names.includes(node.text);
}

/** The name after `node.`, also of a type, or in `node["name"]`. */
function memberOf(node: ts.Node): string {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent) && parent.expression === node) return parent.name.text;
  if (ts.isQualifiedName(parent) && parent.left === node) return parent.right.text;
  const isElement = ts.isElementAccessExpression(parent) && parent.expression === node;
  return isElement && ts.isStringLiteralLike(parent.argumentExpression) ? parent.argumentExpression.text : "";
}

function reachesOut(node: ts.Node): boolean {
  const { parent } = node;
  if (isNamed(node, "fetch", "setTimeout", "setInterval", "queueMicrotask")) {
    return ts.isCallExpression(parent) && parent.expression === node;
  }
  if (isNamed(node, "crypto", "performance")) return memberOf(node) !== "";
  if (isNamed(node, "Math")) return memberOf(node) === "random";
  if (!isNamed(node, "Date")) return false;
  const isNow = ts.isNewExpression(parent) && parent.expression === node && !parent.arguments?.length;
  return isNow || memberOf(node) === "now";
}

function declaresCode(node: ts.Node): boolean {
  return ts.isVariableDeclarationList(node) || ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isEnumDeclaration(node);
}
