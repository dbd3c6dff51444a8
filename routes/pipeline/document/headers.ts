const text = (example: string) => ({ type: "string" as const, example });

const SESSION =
  "(__Host-)?andon_session=[A-Za-z0-9_-]*; HttpOnly; SameSite=Lax; Path=/(; Secure)?(; Max-Age=0)?";

const DEVICE = "andon_device_\\d+=[A-Za-z0-9_-]{43}; HttpOnly; SameSite=Strict; Path=/api/auth/login; " +
  "Max-Age=34560000(; Secure)?";

const PENDING = "(__Host-)?andon_sign_in=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0(; Secure)?";

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
      description: "The id of the request in the log",
      required: true,
      schema: text("4f8e2a90c1d7b365-1c"),
    },
  },
  ApiVersion: {
    name: "X-Api-Version",
    header: {
      description: "The version label of the API",
      required: true,
      schema: { type: "string" as const, enum: ["beta"] },
    },
  },
  RateLimitPolicy: {
    name: "RateLimit-Policy",
    header: {
      description: "The limits that apply to the request: requests (q) in seconds (w)",
      schema: text('"default";q=100;w=60'),
    },
  },
  RateLimit: {
    name: "RateLimit",
    header: {
      description: "The rest of each limit (r), and the seconds until it grows (t)",
      schema: text('"default";r=57;t=12'),
    },
  },
  SetCookie: {
    name: "Set-Cookie",
    header: {
      description:
        "The session: HttpOnly, SameSite=Lax, Path=/, and Secure under the name `__Host-andon_session` except on " +
        "the machine itself and with COOKIE_SECURE=off; empty to end it. A sent cookie of the other name is ended " +
        "too. After a sign-in also the cookie of the known device",
      required: true,
      schema: {
        type: "string" as const,
        pattern: `^${SESSION}(, (${SESSION}|${DEVICE}|${PENDING}))*$`,
        example: "__Host-andon_session=…; HttpOnly; SameSite=Lax; Path=/; Secure",
      },
    },
  },
  ScreenCookie: {
    name: "Set-Cookie",
    header: {
      description:
        "The credential of the screen: HttpOnly, SameSite=Lax, Path=/, and Secure under the name " +
        "`__Host-andon_screen` except on the machine itself and with COOKIE_SECURE=off",
      schema: {
        type: "string" as const,
        pattern:
          "^(__Host-)?andon_screen=[A-Za-z0-9_-]{43}; HttpOnly; SameSite=Lax; Path=/; Max-Age=\\d+(; Secure)?$",
        example: "__Host-andon_screen=…; HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000; Secure",
      },
    },
  },
  Authenticate: {
    name: "WWW-Authenticate",
    header: {
      description: "The scheme that the route needs",
      required: true,
      schema: { type: "string" as const, enum: ["Bearer"] },
    },
  },
  RetryAfter: {
    name: "Retry-After",
    header: {
      description: "Seconds until the next request is accepted",
      required: true,
      schema: { type: "string" as const, pattern: "^\\d+$", example: "12" },
    },
  },
} satisfies Record<string, { name: string; header: Header }>;

export type HeaderName = keyof typeof HEADERS;

/** The headers of one answer as references: those of all answers, and its own. */
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
