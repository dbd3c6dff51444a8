import ts from "typescript";

export interface Import {
  specifier: string;
  line: number;
}

export function treeOf(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}

/** Every node of a file, in its order. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  const nodes = [node];
  for (let next = nodes.pop(); next !== undefined; next = nodes.pop()) {
    yield next;
    const children: ts.Node[] = [];
    ts.forEachChild(next, (child) => void children.push(child));
    nodes.push(...children.reverse());
  }
}

/** From 1. */
export function lineOf(node: ts.Node): number {
  const tree = node.getSourceFile();
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
}

/** Everything that a file imports or re-exports by a literal name: static, dynamic and in types (`import("x").T`). */
export function importsOf(tree: ts.SourceFile): Import[] {
  return nodesOf(tree).toArray().flatMap((node) => {
    const name = importedBy(node);
    return name !== undefined && ts.isStringLiteralLike(name)
      ? [{ specifier: name.text, line: lineOf(node) }]
      : [];
  });
}

function importedBy(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return node.arguments[0];
  }
  return ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
}
