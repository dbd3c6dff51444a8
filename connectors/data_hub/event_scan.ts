import { type Ticks, TICKS_PER_SECOND, ticksFromSourceTime } from "../../domain/shared/time.ts";
import type { EventDecoder, RawEvent } from "./decode.ts";
import { type JsonCursor, type Literal, literal, Unusual } from "./json_cursor.ts";

/** The textual form of a stream's events. */
export interface EventForm {
  decoder: EventDecoder;
  /** The names of `decoder.members`, with quotes and colon. */
  names: readonly Literal[];
  /** The usual form of an event with a number: only time and value. Undefined for streams of other values. */
  plain: { opening: number; between: Literal } | undefined;
}

const PLAIN_NAME = /^[A-Za-z0-9_ .-]+$/;
const QUOTE = 34,
  COMMA = 44,
  DOT = 46,
  ZERO = 48,
  NINE = 57,
  COLON = 58,
  CODE_Z = 90,
  BRACE = 123,
  END_BRACE = 125;
const NOT_ASCII = 128, LOWER_CASE = 32;
const KEY = 0, VALUE = 1, OTHERS = 2;
/** `2026-01-31T08:15:` */
const MINUTE_LENGTH = 17;
const TICK_DIGITS = 7;
/** Ticks of the last digit, by the number of decimals. */
const TICKS_OF_LAST = Float64Array.from(
  { length: TICK_DIGITS + 1 },
  (_, digits) => 10 ** (TICK_DIGITS - digits),
);

/** The form of a decoder's events; undefined when JSON would have to escape a member's name. */
export function eventForm(decoder: EventDecoder): EventForm | undefined {
  if (!decoder.members.every((name) => PLAIN_NAME.test(name))) return undefined;
  const names = decoder.members.map((name) => literal(`"${name}":`)), [key, value] = decoder.members;
  const plain = { opening: `{"${key}":"`.length, between: literal(`,"${value}":`) };
  return { decoder, names, plain: decoder.takesNumbers ? plain : undefined };
}

/** Reads events in order and holds the contents of the last one. */
export class EventScan {
  /** NaN: not readable. */
  time: Ticks = NaN;
  /** The value of a good sample; NaN: the contents are in `raw`. */
  number = NaN;
  readonly raw: RawEvent = { value: undefined, others: [] };
  /** Whether the event may not fit its type, so that `text` has to be decoded. */
  isDoubtful = false;
  #from = 0;
  #isKeyed = false;
  /** Position of the minute that was read last, and its ticks. */
  #minuteAt = -1;
  #minute: Ticks = NaN;
  /** Position of the time that was read last. */
  #keyAt = -1;
  /** Form and position of the last event that began with a time in the minute above. */
  #like: EventForm | undefined;
  #likeAt = -1;

  constructor(private readonly cursor: JsonCursor) {}

  /** Reads an event. Throws Unusual when the text may have another meaning to a JSON parser. */
  read(form: EventForm): void {
    const { cursor } = this, from = cursor.at;
    this.isDoubtful = false;
    if (form === this.#like && this.#readsAlike(form, from)) return;
    cursor.at = from;
    this.#readAny(form);
    this.#likeAt = from;
    const isAlike = form.plain !== undefined && this.#keyAt === from + form.plain.opening;
    this.#like = isAlike && Number.isFinite(this.#minute) ? form : undefined;
  }

  /** The last event that was not read alike. */
  get text(): string {
    return this.cursor.text(this.#from, this.cursor.at);
  }

  /** Reads an event that equals the previous one up to the minute and contains only a number. */
  #readsAlike({ plain }: EventForm, from: number): boolean {
    if (plain === undefined) return false;
    const { cursor } = this, length = plain.opening + MINUTE_LENGTH;
    if (!cursor.isSame(this.#likeAt, from, length)) return false;
    cursor.at = from + length;
    this.time = this.#minute + passSecond(cursor);
    if (!Number.isSafeInteger(this.time) || !cursor.passes(plain.between) || !cursor.isAtNumber) return false;
    this.number = cursor.number();
    return Number.isFinite(this.number) && cursor.passesByte(END_BRACE);
  }

  #readAny({ names, decoder }: EventForm): void {
    const { cursor } = this, { takesNumbers } = decoder;
    this.#clear();
    this.#from = cursor.at;
    cursor.passByte(BRACE);
    for (let position = 0;; position++) {
      const member = memberAt(cursor, names, position);
      if (member === KEY) this.#readKey();
      else if (member === VALUE && takesNumbers && cursor.isAtNumber) this.#readNumber();
      else this.#readScalar(member);
      if (cursor.passesByte(END_BRACE)) break;
      cursor.passByte(COMMA);
    }
    if (!this.#isKeyed) throw new Unusual();
    this.isDoubtful = Number.isNaN(this.number) && !decoder.fits(this.raw);
  }

  #clear(): void {
    const { raw } = this;
    this.time = this.number = NaN;
    this.#isKeyed = false;
    raw.value = undefined;
    raw.others.length = 0;
  }

  #readNumber(): void {
    const number = this.cursor.number();
    this.number = Number.isFinite(number) ? number : NaN;
    if (Number.isNaN(this.number)) this.raw.value = number;
  }

  #readScalar(member: number): void {
    const value = this.cursor.scalar();
    if (member === VALUE) {
      this.number = NaN;
      this.raw.value = value;
    } else if (member >= OTHERS) this.raw.others[member - OTHERS] = value;
  }

  #readKey(): void {
    const { cursor } = this;
    this.#isKeyed = true;
    cursor.passByte(QUOTE);
    const from = this.#keyAt = cursor.at, minute = this.#minuteOf(from);
    cursor.at = from + MINUTE_LENGTH;
    const ticks = minute + passSecond(cursor);
    if (Number.isSafeInteger(ticks)) {
      this.time = ticks;
      return;
    }
    cursor.at = from;
    this.time = ticksFromSourceTime(cursor.text(from, cursor.passText())) ?? NaN;
  }

  /** Cached, because the events of a page share few minutes. */
  #minuteOf(from: number): Ticks {
    const { cursor } = this;
    if (this.#minuteAt >= 0 && cursor.isSame(this.#minuteAt, from, MINUTE_LENGTH)) return this.#minute;
    this.#minuteAt = from;
    const text = cursor.text(from, from + MINUTE_LENGTH);
    return this.#minute = ticksFromSourceTime(`${text}00Z`) ?? NaN;
  }
}

/** Reads a member's name. Returns its index in `names`, most likely `position`; -1 for other members. */
function memberAt(cursor: JsonCursor, names: readonly Literal[], position: number): number {
  if (position < names.length && cursor.passes(names[position]!)) return position;
  const member = names.findIndex((name) => cursor.passes(name));
  if (member >= 0) return member;
  cursor.passByte(QUOTE);
  const from = cursor.at, to = cursor.passText();
  cursor.passByte(COLON);
  const name = cursor.bytes.subarray(from, to);
  if (names.some(({ bytes }) => mayMean(name, bytes))) throw new Unusual();
  return -1;
}

/** Whether two names may differ only in case. */
function mayMean(name: Uint8Array, meant: Uint8Array): boolean {
  if (name.some((code) => code >= NOT_ASCII)) return true;
  const isAsLong = name.length === meant.length - `"":`.length;
  return isAsLong && name.every((code, i) => (code | LOWER_CASE) === (meant[i + 1]! | LOWER_CASE));
}

/** Reads `02.1234567Z"`, with at most seven decimals, and returns its ticks; NaN for anything else. */
function passSecond(cursor: JsonCursor): Ticks {
  const { bytes } = cursor, from = cursor.at;
  const tens = bytes[from]! - ZERO, ones = bytes[from + 1]! - ZERO;
  let at = from + 2, ticks = (10 * tens + ones) * TICKS_PER_SECOND;
  if (!(tens >= 0 && tens <= 5 && ones >= 0 && ones <= 9)) return NaN;
  if (bytes[at] === DOT) {
    let digits = 0, fraction = 0;
    for (at++; bytes[at]! >= ZERO && bytes[at]! <= NINE; at++, digits++) {
      fraction = 10 * fraction + bytes[at]! - ZERO;
    }
    if (digits === 0 || digits > TICK_DIGITS) return NaN;
    ticks += fraction * TICKS_OF_LAST[digits]!;
  }
  if (bytes[at] !== CODE_Z || bytes[at + 1] !== QUOTE) return NaN;
  cursor.at = at + 2;
  return ticks;
}
