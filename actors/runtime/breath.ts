/** A turn of the event loop for everybody else: long work takes one now and then, so that the shard goes on answering. */
export function breath(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
