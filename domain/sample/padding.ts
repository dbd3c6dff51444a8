const BLANK = 32, NUL = 0;

/** A text without the blanks and NULs at its end, with which a PLC pads it to a fixed length. */
export function withoutPadding(text: string): string {
  let length = text.length;
  while (length > 0 && isPadding(text.charCodeAt(length - 1))) length--;
  return length === text.length ? text : text.slice(0, length);
}

function isPadding(code: number): boolean {
  return code === BLANK || code === NUL;
}
