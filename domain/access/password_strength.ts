import type { ZxcvbnFactory } from "@zxcvbn-ts/core";

/** A new password that somebody would guess within so many attempts is refused. */
export const MOST_GUESSES = 1_000_000;

/** Longer passwords are estimated by so many characters: the time of an estimate grows with the square of them. */
const ESTIMATED_CHARACTERS = 64;

/** What to say about the warnings of the estimate. */
const REASONS: Readonly<Record<string, string>> = {
  simpleRepeat: "it repeats itself",
  extendedRepeat: "it repeats itself",
  sequences: "it is a sequence",
  straightRow: "it is a row of keys",
  keyPattern: "it is a row of keys",
  topTen: "it is a common password",
  topHundred: "it is a common password",
  common: "it is a common password",
  similarToCommon: "it is like a common password",
  userInputs: "it is the user name",
  dates: "it is a date",
};

/**
 * Why a new password is too easy to guess, with what to do; undefined if it is not. Repeated characters, sequences,
 * common passwords and the user name make it easy.
 */
export async function passwordWeakness(password: string, username: string): Promise<string | undefined> {
  const estimator = await loadEstimator();
  const estimate = estimator.check(password, [username, "andon"]);
  if (estimate.guesses > MOST_GUESSES) return undefined;
  const reason = REASONS[estimate.feedback.warning ?? ""];
  return `Is easy to guess${reason === undefined ? "" : `: ${reason}`}; use several unrelated words`;
}

/** Seldom needed, so it is loaded on first use; kept, because indexing the dictionary takes longer than an estimate. */
let loaded: Promise<ZxcvbnFactory> | undefined;

export function loadEstimator(): Promise<ZxcvbnFactory> {
  return loaded ??= load();
}

async function load(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({
    dictionary: { passwords: dictionary["passwords-common"] },
    graphs: adjacencyGraphs,
    maxLength: ESTIMATED_CHARACTERS,
  });
}
