/** The same response, which calls `ended` when its body was read to the end, failed, or is no longer wanted. */
export function whenEnded(response: Response, ended: () => void): Response {
  if (response.body === null) {
    ended();
    return response;
  }
  const body = response.body.pipeThrough(new TransformStream({ flush: ended, cancel: ended }));
  return new Response(body, response);
}
