/** Letters and digits that nobody confuses: without i, l, o and u. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
const GROUP = 4;
/** 80 random bits, so that a plain hash of a code cannot be searched. */
export const RECOVERY_CODE_BYTES = 16;

/** A recovery code such as `7h2k-9xqd-m4tn-c0wz`. Each byte gives one character. */
export function recoveryCode(bytes: Uint8Array): string {
  const characters = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
  return characters.match(new RegExp(`.{${GROUP}}`, "g"))?.join("-") ?? characters;
}

/** A recovery code as somebody types it, in the form in which its hash is stored. */
export function plainRecoveryCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, "").replace(/[il]/g, "1").replace(/o/g, "0");
}
