/**
 * A data source that only serves prepared pages, so that its own cost is small. It answers the calls of Andon's
 * change feed, and has no samples of the past.
 */

/** The bytes of a page; null: the feed's end. */
export type PageBody = Uint8Array<ArrayBuffer> | null;

export interface PageSource extends AsyncDisposable {
  host: string;
  configuration: {
    base_url: string;
    tenant_id: string;
    namespace_id: string;
    client_id: string;
    client_secret: string;
    region: "simulator";
  };
  /** Answers each request of a signup for a page; bookmarks are added. */
  onPage: (signup: string, request: Request) => PageBody | Promise<PageBody>;
  /** The streams of each signup, by its name. */
  signups(): Map<string, readonly string[]>;
  /** The time spent on responses since the last call, ms. */
  takeAnswerMs(): number;
}

const PATH = "/api/v1/Tenants/bench";
const BY_BOOKMARK = '"bookmark":"0000000000"';

interface Signup {
  id: string;
  name: string;
  held: string[];
  pages: number;
}

/** `resources`: the streams of the existing signup of that name; null: there is no signup yet. */
export function startPageSource(
  { signupName, resources }: { signupName: string | null; resources: string[] },
): PageSource {
  const signups: Signup[] = [];
  // For a reader without signups.
  const unnamed: Signup = { id: "", name: "", held: [], pages: 0 };
  let answerMs = 0;
  const add = (name: string, held: string[]) => {
    const signup = { id: String(signups.length + 1), name, held, pages: 0 };
    signups.push(signup);
    return signup;
  };
  if (signupName !== null) add(signupName, resources);
  const calls: [
    method: string,
    path: RegExp,
    answer: (url: URL, given: { request: Request; signup: Signup }) => unknown,
  ][] = [
    ["GET", /\/signups$/, ({ searchParams }) => (
      { signups: searchParams.get("skip") !== "0" ? [] : signups.map(signupBody) }
    )],
    ["POST", /\/signups$/, async (_, { request }) => {
      const { Name, ResourceIds } = await request.json();
      return signupBody(add(Name, ResourceIds));
    }],
    ["POST", /\/resources$/, async (_, { request, signup }) => {
      const { ResourcesToAdd, ResourcesToRemove } = await request.json();
      const gone = new Set(ResourcesToRemove);
      signup.held = [...signup.held.filter((id) => !gone.has(id)), ...ResourcesToAdd];
      return {};
    }],
    ["GET", /\/resources$/, ({ searchParams }, { signup: { held } }) => {
      const skip = Number(searchParams.get("skip"));
      return {
        resources: held.slice(skip, skip + Number(searchParams.get("count")))
          .map((resourceId) => ({ resourceId, isAccessible: true })),
      };
    }],
    ["GET", /\/signups\/\d+$/, (_, { signup }) => signupBody(signup)],
    [
      "GET",
      /\/Data$/,
      ({ searchParams }) => searchParams.has("searchMode") ? [] : { Results: [], ContinuationToken: null },
    ],
    ["GET", /\/(Tenants|Namespaces)\/bench$/, () => ({ Id: "bench" })],
  ];
  const source: Pick<PageSource, "onPage"> = { onPage: () => null };

  async function page(signup: Signup, request: Request): Promise<Response> {
    const body = await source.onPage(signup.name, request);
    if (body === null) return json({ data: [], bookmark: bookmarkOf(signup) });
    signup.pages++;
    return new Response(withBookmark(body, signup), { headers: { "content-type": "application/json" } });
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const id = /\/signups\/(\d+)/.exec(url.pathname)?.[1], signup = signups.find((each) => each.id === id);
    if (url.pathname === "/identity/connect/token") return json({ access_token: "bench", expires_in: 3_600 });
    if (id !== undefined && signup === undefined) return new Response(null, { status: 404 });
    if (url.pathname.endsWith("/updates")) return await page(signup ?? unnamed, request);
    const call = calls.find(([method, path]) => method === request.method && path.test(url.pathname));
    if (!url.pathname.startsWith(PATH) || call === undefined) return new Response(null, { status: 404 });
    return json(await call[2](url, { request, signup: signup! }));
  }

  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const begun = performance.now();
    try {
      return await answer(request);
    } finally {
      answerMs += performance.now() - begun;
    }
  });
  const host = `127.0.0.1:${server.addr.port}`;
  return Object.assign(source, {
    host,
    configuration: {
      base_url: `http://${host}`,
      tenant_id: "bench",
      namespace_id: "bench",
      client_id: "bench",
      client_secret: "bench",
      region: "simulator" as const,
    },
    signups: () => new Map(signups.map(({ name, held }) => [name, held])),
    takeAnswerMs() {
      const since = answerMs;
      answerMs = 0;
      return since;
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  });
}

/** A page with a placeholder for its bookmark. */
export function renderPage(items: readonly string[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`{${BY_BOOKMARK},"data":[${items.join(",")}]}`);
}

const BOOKMARK_AT = BY_BOOKMARK.length - 10;

function withBookmark(page: Uint8Array<ArrayBuffer>, signup: Signup): Uint8Array<ArrayBuffer> {
  const digits = bookmarkOf(signup);
  for (let i = 0; i < digits.length; i++) page[BOOKMARK_AT + i] = digits.charCodeAt(i);
  return page;
}

function bookmarkOf({ pages }: Signup): string {
  return String(pages).padStart(10, "0");
}

function signupBody(signup: Signup): Record<string, string> {
  return { id: signup.id, name: signup.name, signupState: "Active", bookmark: bookmarkOf(signup) };
}

function json(body: unknown): Response {
  return new Response(JSON.stringify(body), {
    headers: { "content-type": "application/json" },
  });
}
