import { parseLending } from "../../domain/lending/schema.ts";
import type { Borrowing, Lending } from "../../domain/lending/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Seal } from "./seal.ts";
import { type LineKeys, SealedLine } from "./sealed_line.ts";
import { headOf, WIRE } from "./wire.ts";

/** A process that cannot be connected to within this time lends nothing. */
const CONNECT_MS: Ms = 3_000;
const NONCE_BYTES = 16;

/** 16 bytes in hex that come once. */
export function newNonce(): string {
  return crypto.getRandomValues(new Uint8Array(NONCE_BYTES)).toHex();
}

export interface BorrowOptions {
  seal: Seal;
  borrowing: Borrowing;
  /** The default is 3 s. */
  connectMs?: Ms;
}

/** The line to a worker of the process at `address`; it closes, and is not `opened`, when that does not lend one. */
export function borrowLine(
  address: string,
  { seal, borrowing, connectMs = CONNECT_MS }: BorrowOptions,
): { line: SealedLine; opened: Promise<boolean> } {
  const text = JSON.stringify(borrowing);
  const headers = { [WIRE.head]: headOf(text), [WIRE.seal]: seal.of(text) };
  const socket = new WebSocket(`ws://${address}${WIRE.lent}`, { headers });
  const line = new SealedLine(socket);
  const { promise: opened, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => line.close("it could not be connected to in time"), connectMs);
  line.onClosed(() => {
    clearTimeout(timer);
    resolve(false);
  });
  socket.onmessage = ({ data }) => {
    clearTimeout(timer);
    const lending = typeof data === "string" ? parseLending(data) : undefined;
    if (lending === undefined) return line.close("it lends nothing");
    const { asker, lender } = keysOf(seal, { text, lending });
    line.open({ send: asker, receive: lender });
    resolve(true);
  };
  return { line, opened };
}

/** The other end: `text` is the borrowing as it came, its seal found to fit. TypeError for what opens no WebSocket. */
export function lendLine(
  request: Request,
  { seal, text }: { seal: Seal; text: string },
): { response: Response; line: SealedLine } {
  const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: 0 });
  const line = new SealedLine(socket);
  const lending: Lending = { v: 1, nonce: newNonce() };
  socket.onopen = () => {
    // A server's socket that is closed before it is open opens all the same.
    if (line.isClosed) return socket.close();
    socket.send(JSON.stringify(lending));
    const { asker, lender } = keysOf(seal, { text, lending });
    line.open({ send: lender, receive: asker });
  };
  return { response, line };
}

/** Of both nonces, so that neither end can be made to use a key twice. */
function keysOf(
  seal: Seal,
  { text, lending }: { text: string; lending: Lending },
): { asker: LineKeys["send"]; lender: LineKeys["send"] } {
  const both = `${text} ${lending.nonce}`;
  return { asker: seal.keyOf(`asker ${both}`), lender: seal.keyOf(`lender ${both}`) };
}
