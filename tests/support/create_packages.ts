import { assert } from "@std/assert";
import type { AndonClient } from "./andon_client.ts";
import { postOnce } from "./post_once.ts";

export interface CreatedPackages {
  /** The names of those that were acknowledged. */
  made: string[];
  /** Those without an answer, and those that were answered by 503. */
  unknown: string[];
}

const PAUSE_MS = 20;

/** Creates packages one after another, each with a name of its own, also while no process leads. */
export async function createPackages(
  client: AndonClient,
  { who, until }: { who: string; until: () => boolean },
): Promise<CreatedPackages> {
  const made: string[] = [], unknown: string[] = [];
  for (let i = 0; !until(); i++) {
    const name = `${who} ${i}`;
    const status = await postOnce(client, "/api/packages", { name, description: "" });
    // A command that ran twice would be refused, since its name is taken.
    assert(status === 201 || status === 503 || status === null, `${status}`);
    (status === 201 ? made : unknown).push(name);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return { made, unknown };
}
