/** What is not seen in a name: blanks, zero-width and other ignorable characters, and the dot that `İ` keeps as an `i`. */
const UNSEEN = /[\s\p{Default_Ignorable_Code_Point}\p{Cf}\u0307]/gu;

/** Cyrillic, Greek and rare Latin letters that look like a Latin one, with that letter. Each row: theirs, then ours. */
const CAPITALS: [theirs: string, ours: string][] = [
  ["АВЕЅІЈКМНОРԚСТУХԜҺ", "ABESIJKMHOPQCTYXWH"],
  ["ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "ABEZHIKMNOPTYXC"],
];
const SMALL: typeof CAPITALS = [
  ["авгеѕіјкһмнорԛстуѵхԝԁӏҽ", "abresijkhmhopqctyvxwdle"],
  ["αγεικνορτυχϲ", "ayeikvoptuxc"],
  ["ıɑɡɩ", "iagi"],
];

const LIKE_CAPITAL = letterMap(CAPITALS);
const LIKE_SMALL = letterMap(SMALL);

/**
 * The looks of a name, in capitals and in small letters. Two names that share one are the same to the eye: they differ
 * only in case, in the form or script of letters, or in characters that are not seen.
 */
export function looksOf(name: string): Set<string> {
  const plain = name.normalize("NFKC");
  // Each letter case by itself: "ΝΟ" looks like NO, "νο" like vo.
  return new Set([replaced(plain.toUpperCase(), LIKE_CAPITAL), replaced(plain.toLowerCase(), LIKE_SMALL)]);
}

function replaced(text: string, like: ReadonlyMap<string, string>): string {
  return Array.from(text.replace(UNSEEN, ""), (letter) => like.get(letter) ?? letter).join("");
}

function letterMap(rows: typeof CAPITALS): Map<string, string> {
  return new Map(
    rows.flatMap(([theirs, ours]) => [...theirs].map((letter, at) => [letter, ours[at]!] as const)),
  );
}
