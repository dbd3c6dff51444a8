import { loadEstimator } from "./password_strength.ts";

/** A PIN that somebody would guess within so many attempts is refused; one of six random digits needs more. */
export const MOST_PIN_GUESSES = 50_000;

/**
 * Why a PIN is too easy to guess, with what to do; undefined if it is not. Dates, repeated digits, sequences and common
 * PINs are easy.
 */
export async function pinWeakness(pin: string): Promise<string | undefined> {
  const estimator = await loadEstimator();
  if (estimator.check(pin).guesses > MOST_PIN_GUESSES) return undefined;
  return "Is easy to guess; use no date, no repeated digits and no row of digits";
}
