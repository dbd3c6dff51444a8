import { nextTick } from "node:process";
import type { Dispatcher } from "undici";
import { joinedBytes } from "../../domain/shared/bytes.ts";

type Controller = Dispatcher.DispatchController;
type Head = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2];
type Bytes = Uint8Array<ArrayBuffer>;

export interface ReceivedResponse {
  status: number;
  headers: Head;
  /** Whole when it is short and its length was told; else as it comes. */
  body: Bytes | ReadableStream<Bytes> | null;
}

/** Up to this size an answer is taken whole: to pass a short one on as a stream costs more than all else on its way. */
export const WHOLE_BYTES = 256 * 1024;
const WITHOUT_BODY = new Set([204, 205, 304]);

/** One answer of undici's dispatcher, without the Node stream that its `request` makes of each. */
export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #arrived = Promise.withResolvers<ReceivedResponse>();
  #controller: Controller | undefined;
  #stopped: Error | undefined;
  #head: Omit<ReceivedResponse, "body"> | undefined;
  #pieces: Bytes[] = [];
  #flow: Flow | undefined;

  /** `over()`: ends an answer that comes in pieces; asked for when one does. */
  constructor(private readonly over: () => AbortSignal) {}

  /** Rejects with what undici says, or with what it was stopped for. */
  get arrived(): Promise<ReceivedResponse> {
    return this.#arrived.promise;
  }

  /** Something may have been sent. */
  get hasBegun(): boolean {
    return this.#controller !== undefined;
  }

  /** What has not begun does not any more. */
  stop(reason: Error): void {
    this.#stopped = reason;
    this.#arrived.reject(reason);
    this.#controller?.abort(reason);
  }

  onRequestStart(controller: Controller): void {
    if (this.#stopped !== undefined) controller.abort(this.#stopped);
    else this.#controller = controller;
  }

  onResponseStart(controller: Controller, status: number, headers: Head): void {
    if (status < 200) return;
    this.#head = { status, headers };
    const length = Number(headers["content-length"] ?? NaN);
    if (length <= WHOLE_BYTES || WITHOUT_BODY.has(status)) return;
    this.#flow = new Flow(controller, this.over());
    this.#arrived.resolve({ status, headers, body: this.#flow.readable });
  }

  /** A copy: what comes is a part of all that was read of the connection, which would stay in memory with it. */
  onResponseData(_controller: Controller, came: Uint8Array): void {
    const piece = new Uint8Array(came);
    if (this.#flow === undefined) this.#pieces.push(piece);
    else this.#flow.push(piece);
  }

  onResponseEnd(): void {
    this.#flow?.end();
    if (this.#flow !== undefined || this.#head === undefined) return;
    const body = WITHOUT_BODY.has(this.#head.status) ? null : joinedBytes(this.#pieces);
    this.#arrived.resolve({ ...this.#head, body });
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#flow?.break(error);
    this.#arrived.reject(error);
  }
}

/** An answer as it comes, no faster than it is read. */
class Flow {
  readonly readable: ReadableStream<Bytes>;
  #writer: ReadableStreamDefaultController<Bytes> | undefined;
  readonly #leave = () => this.from.abort(new Error("The answer is not waited for"));

  constructor(private readonly from: Controller, private readonly over: AbortSignal) {
    this.readable = new ReadableStream<Bytes>({
      start: (writer) => void (this.#writer = writer),
      // Where Node's own streams do it: a socket that is read while it tells what came may never tell again.
      pull: () => nextTick(() => from.resume()),
      cancel: () => {
        this.#close();
        this.#leave();
      },
    });
    over.addEventListener("abort", this.#leave, { once: true });
    if (over.aborted) this.#leave();
  }

  push(piece: Bytes): void {
    this.#writer?.enqueue(piece);
    if ((this.#writer?.desiredSize ?? 0) <= 0) this.from.pause();
  }

  end(): void {
    this.#close()?.close();
  }

  break(error: Error): void {
    this.#close()?.error(error);
  }

  /** Nothing comes after it. */
  #close(): ReadableStreamDefaultController<Bytes> | undefined {
    const writer = this.#writer;
    this.#writer = undefined;
    this.over.removeEventListener("abort", this.#leave);
    return writer;
  }
}
