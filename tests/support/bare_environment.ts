/** What a Deno of its own needs of the environment, without what tests have put there. */
export function bareEnvironment(): Record<string, string> {
  const { PATH = "", HOME = "", DENO_DIR } = Deno.env.toObject();
  return { PATH, HOME, ...DENO_DIR !== undefined && { DENO_DIR } };
}
