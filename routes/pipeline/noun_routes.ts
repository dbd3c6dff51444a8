import type { z } from "@hono/zod-openapi";
import type { Actor } from "../../domain/access/types.ts";
import { capital, type ErrorCode } from "../../domain/shared/refusal.ts";
import type { Admission, May } from "./admission.ts";
import { answerCreated, answerData, answerDone, answerList, answerWritten } from "./answer.ts";
import { answers, isDone } from "./document/answers.ts";
import type { Shown } from "./document/shown.ts";
import type { Tag } from "./document/tags.ts";
import { actorOf, type AppContext } from "./env.ts";
import type { BodyCheck } from "./middleware/json_body.ts";
import { idParam, integerId, type JsonBody, listQuery, type Lookup, oneOf, Routes } from "./route.ts";

const BY_ID = { name: "id", schema: idParam } as const;

/** The records of a noun, as storage keeps them. */
interface Records<T, Draft, Change> {
  list(): readonly T[];
  get(id: number): T | undefined;
  create(draft: Draft, by: Actor): Promise<T>;
  update(id: number, change: Change, by: Actor): Promise<T>;
  remove(id: number, by: Actor): Promise<void>;
}

interface Noun<T, Draft, Change, S extends z.ZodType<object>> {
  tag: Tag;
  /** `contact point`, as refusals call it. */
  what: string;
  /** Of the refusal of an id that does not exist; default: NOT_FOUND. */
  code?: ErrorCode;
  /** As answers call it, if otherwise. */
  called?: string;
  /** Of the ids of operations: `getTeam`, `listTeams`. */
  operation: { one: string; many: string };
  path: string;
  param?: { name: NonNullable<Lookup["param"]>; schema: z.ZodObject };
  records: Records<T, Draft, Change>;
  may: { read: May; write: May };
  /** What the schemas of the bodies cannot tell. */
  check?: BodyCheck;
  shown: Shown<S>;
  view: (record: T, c: AppContext) => z.output<S>;
  /** Default: the field `name`. */
  nameOf?: (shown: z.output<S>) => string;
}

/** What the document tells of one of the routes beside what follows from the noun. */
interface Told {
  /** What the answer has. */
  answer?: string;
  description?: string;
  refuses?: readonly ErrorCode[];
}

interface Written<S extends z.ZodType<object>> extends Told {
  /** Default: `Team "Electricians" is created`. */
  message?: (shown: z.output<S>) => string;
}

interface Saying<S extends z.ZodType<object>> extends Written<S> {
  example?: z.output<S>;
}

/** The routes of the records of a noun that people make, change and remove: each adds one. */
export class NounRoutes<T extends { id: number }, Draft, Change, S extends z.ZodType<object>> extends Routes {
  readonly #noun: Noun<T, Draft, Change, S>;
  readonly #found: (c: AppContext) => T;
  readonly #path: string;
  readonly #one;
  readonly #shown: Shown;
  readonly #called: string;

  constructor(noun: Noun<T, Draft, Change, S>) {
    super(noun.tag);
    const { what, called = what, code, path, records, param = BY_ID, shown } = noun;
    const { name, schema: params } = param;
    const { found, exists } = oneOf({
      param: name,
      noun: capital(what),
      code,
      find: (id) => records.get(id),
    });
    this.#noun = noun;
    this.#shown = shown;
    this.#called = called;
    this.#found = (c) => found(integerId(c.req.param(name)) ?? 0);
    this.#path = `${path}/{${name}}`;
    this.#one = { middleware: [exists], request: { params } };
  }

  /** GET all of them. */
  list(answer: string, told: Pick<Told, "description"> & Pick<Admission, "screen"> = {}): this {
    const { path, may, operation, records, view } = this.#noun;
    return this.handle(
      `GET ${path}`,
      {
        may: may.read,
        request: { query: listQuery({}) },
        ...told,
        operationId: `list${operation.many}`,
        responses: answers(answer, { list: this.#shown }),
      },
      (c) =>
        answerList(c, { rows: records.list(), query: c.req.valid("query"), view: (row) => view(row, c) }),
    );
  }

  /** POST a new one. `draftOf`: the draft in a body that has more, or a refusal. */
  create<Given extends Draft>(
    { body, draftOf, example, answer = `The new ${this.#called}`, message, refuses, ...told }: Written<S> & {
      body: JsonBody<z.ZodType<Given>>;
      /** Of the answer, if not that of the noun. */
      example?: z.output<S>;
      draftOf?: (given: Given, c: AppContext) => Promise<Draft>;
    },
  ): this {
    const { path, may, operation, records, view, check } = this.#noun;
    return this.handle(`POST ${path}`, {
      may: may.write,
      check,
      request: { body },
      ...told,
      operationId: `create${operation.one}`,
      responses: answers(answer, { status: 201, ...this.#written("created", { message, refuses, example }) }),
    }, async (c, message) => {
      const given = c.req.valid("json") as Given, draft = await draftOf?.(given, c) ?? given;
      const data = view(await records.create(draft, actorOf(c)), c);
      return answerCreated(c, { message: message(data), data });
    });
  }

  /** GET one. */
  read({ answer = `The ${this.#called}`, refuses, ...told }: Told = {}): this {
    const { may, operation, view } = this.#noun;
    return this.handle(`GET ${this.#path}`, {
      ...this.#one,
      may: may.read,
      ...told,
      operationId: `get${operation.one}`,
      responses: answers(answer, { data: this.#shown, refuses }),
    }, (c) => answerData(c, view(this.#found(c), c)));
  }

  /** PUT a change of one. */
  update(
    { body, answer = `The changed ${this.#called}`, message, refuses, ...told }: Written<S> & {
      body: JsonBody<z.ZodType<Change>>;
    },
  ): this {
    const { may, operation, records, view, check } = this.#noun;
    return this.handle(`PUT ${this.#path}`, {
      ...this.#one,
      may: may.write,
      check,
      request: { ...this.#one.request, body },
      ...told,
      operationId: `update${operation.one}`,
      responses: answers(answer, this.#written("updated", { message, refuses })),
    }, async (c, message) => {
      const { id } = this.#found(c);
      const data = view(await records.update(id, c.req.valid("json") as Change, actorOf(c)), c);
      return answerWritten(c, { message: message(data), data });
    });
  }

  /** DELETE one. */
  remove({ answer = "Deleted", message, refuses, ...told }: Written<S> = {}): this {
    const { may, operation, records, view } = this.#noun;
    const { data: _, ...written } = this.#written("deleted", { message, refuses });
    return this.handle(`DELETE ${this.#path}`, {
      ...this.#one,
      may: may.write,
      ...told,
      operationId: `delete${operation.one}`,
      responses: answers(answer, written),
    }, async (c, message) => {
      const record = this.#found(c), shown = view(record, c);
      await records.remove(record.id, actorOf(c));
      return answerDone(c, message(shown));
    });
  }

  /** The answer of a write: what is shown, and the message of it. */
  #written(done: "created" | "updated" | "deleted", { message, refuses, example }: Saying<S>) {
    const { nameOf = nameField } = this.#noun, says = isDone(capital(this.#called), done);
    const shown: Shown = { ...this.#shown, ...(example && { example }) };
    return {
      data: shown,
      message: (data: unknown) => {
        const shown = data as z.output<S>;
        return message === undefined ? says({ name: nameOf(shown) }) : message(shown);
      },
      of: shown.example,
      refuses,
    };
  }
}

function nameField(shown: object): string {
  return "name" in shown ? String(shown.name) : "";
}
