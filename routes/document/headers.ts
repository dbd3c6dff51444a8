const text = (example: string) => ({ type: "string" as const, example });

interface Header {
  description: string;
  required?: boolean;
  schema: { type: "string"; example?: string; enum?: string[]; pattern?: string };
}

/** Headers of answers, by their component's name. */
export const HEADERS = {
  RequestId: {
    name: "X-Request-Id",
    header: {
      description: "Names the request in the log",
      required: true,
      schema: text("4f8e2a90c1d7b365-1c"),
    },
  },
  ApiVersion: {
    name: "X-Api-Version",
    header: {
      description: "The version label of the interface",
      required: true,
      schema: { type: "string" as const, enum: ["beta"] },
    },
  },
  RateLimitPolicy: {
    name: "RateLimit-Policy",
    header: {
      description: "The limits that the request stands under: how many (q) in how many seconds (w)",
      schema: text('"default";q=100;w=60'),
    },
  },
  RateLimit: {
    name: "RateLimit",
    header: {
      description: "What is left of each limit (r), and the seconds until there is more (t)",
      schema: text('"default";r=57;t=12'),
    },
  },
  SetCookie: {
    name: "Set-Cookie",
    header: {
      description:
        "The session: HttpOnly, SameSite=Lax, Path=/, and Secure unless on the machine itself; emptied to end it",
      required: true,
      schema: {
        type: "string" as const,
        pattern: "^andon_session=[A-Za-z0-9_-]*; HttpOnly; SameSite=Lax; Path=/(; Secure)?(; Max-Age=0)?$",
        example: "andon_session=…; HttpOnly; SameSite=Lax; Path=/; Secure",
      },
    },
  },
  Authenticate: {
    name: "WWW-Authenticate",
    header: {
      description: "What is needed",
      required: true,
      schema: { type: "string" as const, enum: ["Bearer"] },
    },
  },
  RetryAfter: {
    name: "Retry-After",
    header: {
      description: "Seconds until the next request is let through",
      required: true,
      schema: { type: "string" as const, pattern: "^\\d+$", example: "12" },
    },
  },
} satisfies Record<string, { name: string; header: Header }>;

export type HeaderName = keyof typeof HEADERS;

/** The headers of one answer, as references: what all carry, and its own. */
export function headersOf(
  { isLimited, own = [] }: { isLimited: boolean; own?: readonly HeaderName[] },
): Record<string, { $ref: string }> {
  const names: HeaderName[] = [
    "RequestId",
    "ApiVersion",
    ...(isLimited ? ["RateLimitPolicy", "RateLimit"] as const : []),
    ...own,
  ];
  return Object.fromEntries(
    names.map((name) => [HEADERS[name].name, { $ref: `#/components/headers/${name}` }]),
  );
}
