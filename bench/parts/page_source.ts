/**
 * A data source that does nothing but hand out pages made before: what it costs is not part of what is measured. It
 * answers the calls that Andon makes of its change feed, and knows no sample of any stream's past.
 */

/** A page as it goes over the wire; null: the feed's end. */
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
  /** Answers each asking for a page; the bookmarks count up by themselves. */
  onPage: () => PageBody | Promise<PageBody>;
  /** The time in which some request waited for its answer since the last call, ms. */
  takeAnswerMs(): number;
}

const PATH = "/api/v1/Tenants/bench";
const BY_BOOKMARK = '"bookmark":"0000000000"';

/** `resources`: the streams that the signup of that name already holds; none: it is to be made. */
export function startPageSource(
  { signupName, resources }: { signupName: string | null; resources: string[] },
): PageSource {
  let name = signupName, held = signupName === null ? [] : resources;
  let bookmark = 0, answerMs = 0;
  const signup = () => ({
    id: "1",
    name,
    signupState: "Active",
    bookmark: String(bookmark).padStart(10, "0"),
  });
  const calls: [method: string, path: RegExp, answer: (url: URL, request: Request) => unknown][] = [
    ["GET", /\/signups$/, ({ searchParams }) => (
      { signups: name === null || searchParams.get("skip") !== "0" ? [] : [signup()] }
    )],
    ["POST", /\/signups$/, async (_, request) => {
      const body = await request.json();
      name = body.Name;
      held = body.ResourceIds;
      return signup();
    }],
    ["POST", /\/signups\/1\/resources$/, async (_, request) => {
      const { ResourcesToAdd, ResourcesToRemove } = await request.json();
      const gone = new Set(ResourcesToRemove);
      held = [...held.filter((id) => !gone.has(id)), ...ResourcesToAdd];
      return {};
    }],
    ["GET", /\/signups\/1\/resources$/, ({ searchParams }) => {
      const skip = Number(searchParams.get("skip"));
      return {
        resources: held.slice(skip, skip + Number(searchParams.get("count")))
          .map((resourceId) => ({ resourceId, isAccessible: true })),
      };
    }],
    ["GET", /\/signups\/1$/, signup],
    [
      "GET",
      /\/Data$/,
      ({ searchParams }) => searchParams.has("searchMode") ? [] : { Results: [], ContinuationToken: null },
    ],
    ["GET", /\/(Tenants|Namespaces)\/bench$/, () => ({ Id: "bench" })],
  ];
  const source: Pick<PageSource, "onPage"> = { onPage: () => null };

  async function page(): Promise<Response> {
    const body = await source.onPage();
    if (body === null) return json({ data: [], bookmark: String(bookmark).padStart(10, "0") });
    return new Response(withBookmark(body, ++bookmark), { headers: { "content-type": "application/json" } });
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname.endsWith("/updates")) return await page();
    if (url.pathname === "/identity/connect/token") return json({ access_token: "bench", expires_in: 3_600 });
    const call = calls.find(([method, path]) => method === request.method && path.test(url.pathname));
    if (!url.pathname.startsWith(PATH) || call === undefined) return new Response(null, { status: 404 });
    return json(await call[2](url, request));
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
      ...{ base_url: `http://${host}`, tenant_id: "bench", namespace_id: "bench", client_id: "bench" },
      ...{ client_secret: "bench", region: "simulator" as const },
    },
    takeAnswerMs() {
      const since = answerMs;
      answerMs = 0;
      return since;
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  });
}

/** A page with room for its bookmark. */
export function renderPage(items: readonly string[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`{${BY_BOOKMARK},"data":[${items.join(",")}]}`);
}

const BOOKMARK_AT = BY_BOOKMARK.length - 10;

function withBookmark(page: Uint8Array<ArrayBuffer>, bookmark: number): Uint8Array<ArrayBuffer> {
  const digits = String(bookmark).padStart(10, "0");
  for (let i = 0; i < digits.length; i++) page[BOOKMARK_AT + i] = digits.charCodeAt(i);
  return page;
}

function json(body: unknown): Response {
  return new Response(JSON.stringify(body), {
    headers: { "content-type": "application/json" },
  });
}
