// @ts-types="./upng.d.ts"
import UPNG from "upng-js";

const COLOURS = 256;

/** The same picture with a palette, which takes a third of the bytes. */
export function palettePng(png: Uint8Array): Uint8Array {
  const image = UPNG.decode(png.slice().buffer);
  return new Uint8Array(UPNG.encode(UPNG.toRGBA8(image), image.width, image.height, COLOURS));
}
