/** A request that is refused, in the form of the API: `{ Errors: [text] }`. */
export class Failure extends Error {
  constructor(readonly status: number, message: string) {
    super(message);
  }

  get response(): Response {
    return Response.json({ Errors: [this.message] }, { status: this.status });
  }
}
