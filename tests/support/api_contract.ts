import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** One answer as it came over the wire. */
export interface SeenAnswer {
  method: string;
  /** With or without its query. */
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

export interface DocumentedOperation {
  method: string;
  /** As the document writes it: `/api/users/{id}`. */
  path: string;
  fits: RegExp;
  /** The place of each status in the document, as a JSON pointer. */
  answers: Map<string, string>;
}

/** What people open; the document is of the interface. */
const PAGES = /^\/(?!(api|healthz|readyz|leaderz|metrics)(\/|$))/;

const DOCUMENT = new URL("../../docs/openapi.json", import.meta.url);

/** Checks answers against the document. */
export class ApiContract {
  readonly operations: DocumentedOperation[];
  // Schemas that stand in many answers are compiled once, and run too seldom to be worth optimizing.
  readonly #ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    inlineRefs: false,
    code: { optimize: false },
  });

  // deno-lint-ignore no-explicit-any -- a document is looked into by pointers
  constructor(readonly document: any) {
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(document, "api");
    this.operations = operationsOf(document);
  }

  /** Throws when the answer, or the path it came from, is not in the document. */
  check(seen: SeenAnswer): void {
    const problem = this.problem(seen);
    if (problem === undefined) return;
    throw new Error(
      `${seen.method} ${seen.path} answered ${seen.status}, and ${problem}\n${seen.text.slice(0, 2_000)}`,
    );
  }

  /** What of an answer is not in the document. */
  problem(seen: SeenAnswer): string | undefined {
    const path = seen.path.split("?")[0]!;
    if (PAGES.test(path)) return undefined;
    const operation = this.operationOf(seen.method, path);
    if (operation === undefined) return "the document has no such operation";
    const at = operation.answers.get(String(seen.status));
    if (at === undefined) return `the document has only ${[...operation.answers.keys()].join(", ")} there`;
    return this.#headerProblem(seen, at) ?? this.#bodyProblem(seen, at);
  }

  operationOf(method: string, path: string): DocumentedOperation | undefined {
    return this.operations.find((one) => one.method === method && one.fits.test(path));
  }

  /** What of a value does not fit the schema at a JSON pointer. */
  misfit(value: unknown, pointer: string): string | undefined {
    const validate = this.#ajv.getSchema(`api#${pointer}`);
    if (validate === undefined) throw new Error(`The document has nothing at ${pointer}`);
    return validate(value) ? undefined : (validate.errors ?? []).slice(0, 5).map(sentence).join("; ");
  }

  #headerProblem({ headers }: SeenAnswer, at: string): string | undefined {
    for (const [name, reference] of Object.entries(pointed(this.document, at).headers ?? {})) {
      const pointer = pointerOf(reference) ?? `${at}/headers/${name}`;
      const header = pointed(this.document, pointer);
      const value = headers.get(name);
      if (value === null && header.required) return `the header ${name} is missing`;
      const misfit = value === null ? undefined : this.misfit(value, `${pointer}/schema`);
      if (misfit !== undefined) return `the header ${name} does not fit: ${misfit}`;
    }
    return undefined;
  }

  #bodyProblem({ headers, text }: SeenAnswer, at: string): string | undefined {
    const { content } = pointed(this.document, at);
    if (content === undefined) return undefined;
    const type = headers.get("content-type") ?? "none";
    const media = type.split(";")[0]!;
    if (content[media] === undefined) return `its content type is ${type}`;
    const value = media === "application/json" ? JSON.parse(text) : text;
    const misfit = this.misfit(value, `${at}/content/${escaped(media)}/schema`);
    return misfit === undefined ? undefined : `its body does not fit: ${misfit}`;
  }
}

let loaded: Promise<ApiContract> | undefined;

/** The document that is stored; openapi_test holds it to the one that Andon serves. Made once an isolate. */
export function apiContract(): Promise<ApiContract> {
  return loaded ??= Deno.readTextFile(DOCUMENT).then((text) => new ApiContract(JSON.parse(text)));
}

function sentence({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath === "" ? "the whole" : instancePath} ${message} ${JSON.stringify(params)}`;
}

/** Paths without parameters first, as the router takes them. */
// deno-lint-ignore no-explicit-any -- as it was read
function operationsOf({ paths }: any): DocumentedOperation[] {
  const operations = Object.keys(paths).flatMap((path) =>
    Object.keys(paths[path]).map((method) => ({
      method: method.toUpperCase(),
      path,
      fits: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
      answers: answersOf(paths[path][method].responses, `/paths/${escaped(path)}/${method}/responses`),
    }))
  );
  return operations.sort((a, b) => Number(a.path.includes("{")) - Number(b.path.includes("{")));
}

function answersOf(responses: Record<string, unknown>, at: string): Map<string, string> {
  return new Map(
    Object.entries(responses).map(([status, answer]) => [status, pointerOf(answer) ?? `${at}/${status}`]),
  );
}

// deno-lint-ignore no-explicit-any -- a reference, or anything else
function pointerOf(value: any): string | undefined {
  return typeof value.$ref === "string" ? value.$ref.slice(1) : undefined;
}

function escaped(key: string): string {
  return encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"));
}

// deno-lint-ignore no-explicit-any -- any JSON
function pointed(document: any, pointer: string): any {
  const parts = pointer.split("/").slice(1).map((part) =>
    decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")
  );
  return parts.reduce((value, part) => value[part], document);
}
