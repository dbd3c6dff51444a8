import { streamFailure } from "../source_failure.ts";

/** All else in a read of a stream is known to be right: these statuses tell of the stream itself. */
const OF_THE_STREAM = [400, 403, 404, 409];

export function failureOf(error: unknown): unknown {
  return streamFailure(error, OF_THE_STREAM);
}

export async function ofStream<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw failureOf(error);
  }
}
