/** Types of the used part of upng-js, which has none. */
interface Image {
  width: number;
  height: number;
}

declare const UPNG: {
  decode(png: ArrayBufferLike): Image;
  /** One buffer of 8-bit RGBA per frame. */
  toRGBA8(image: Image): ArrayBuffer[];
  /** `colours`: the size of the palette, 0 for all. */
  encode(frames: ArrayBuffer[], width: number, height: number, colours: number): ArrayBuffer;
};

export default UPNG;
