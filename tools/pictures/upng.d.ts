/** What of upng-js is used; it comes without types. */
interface Image {
  width: number;
  height: number;
}

declare const UPNG: {
  decode(png: ArrayBufferLike): Image;
  /** One buffer of 8-bit RGBA a frame. */
  toRGBA8(image: Image): ArrayBuffer[];
  /** `colours`: of the palette, 0 for all. */
  encode(frames: ArrayBuffer[], width: number, height: number, colours: number): ArrayBuffer;
};

export default UPNG;
