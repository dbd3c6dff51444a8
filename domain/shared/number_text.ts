/** Each character has one place to match, so that the time grows with the length of the text. */
const NUMBER = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i;

/** Whether a text is a decimal number, such as ` -1.5e3`. Hexadecimal ones and `Infinity` are none. */
export function isNumberText(text: string): boolean {
  return NUMBER.test(text);
}
