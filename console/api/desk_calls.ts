/** What calls need to know of a shared desk. */
export interface DeskCalls {
  /** Undefined while nobody acts. */
  confirmation(): string | undefined;
  /** Asks who acts; false if nobody said so. */
  ask(): Promise<boolean>;
}

const HEADER = "X-Desk-Confirmation";

/** The request with the confirmation of who acts at the desk. */
export function withConfirmation(request: Request, desk: DeskCalls | undefined): Request {
  const confirmation = desk?.confirmation();
  if (confirmation === undefined) return request;
  const headers = new Headers(request.headers);
  headers.set(HEADER, confirmation);
  return new Request(request, { headers });
}

/**
 * Why a shared desk is answered 401: a person has to confirm the action, or the confirmation was wrong. Undefined for
 * any other reason.
 */
export async function deskRefusal(answer: Response): Promise<"required" | "refused" | undefined> {
  const body = await answer.clone().json().catch(() => undefined);
  const why = body?.details?.desk_confirmation;
  return why === "required" || why === "refused" ? why : undefined;
}

/** The answer to an action that nobody confirmed. */
export function notConfirmed(): Response {
  const body = {
    success: false,
    error: "Nothing was changed, because nobody confirmed it",
    details: { error_code: "AUTHENTICATION_REQUIRED", desk_confirmation: "required" },
  };
  return Response.json(body, { status: 401 });
}
