import { streamFailure } from "../source_failure.ts";

/** All else in a read of a stream is known to be right: these statuses tell of the stream itself. */
const OF_THE_STREAM = [400, 403, 404, 409];

/** The server's own failures, by which it also refuses a stream that it may not read in the data archive. */
const OF_THE_SERVER = [500, 502, 504];

/** `isOnlyOne`: other streams were read meanwhile. */
export function failureOf(error: unknown, { isOnlyOne } = { isOnlyOne: false }): unknown {
  return streamFailure(error, isOnlyOne ? [...OF_THE_STREAM, ...OF_THE_SERVER] : OF_THE_STREAM);
}

export async function ofStream<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw failureOf(error);
  }
}
