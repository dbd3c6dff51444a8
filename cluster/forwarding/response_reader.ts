import { nextTick } from "node:process";
import type { Dispatcher } from "undici";
import { joinedBytes } from "../../domain/shared/bytes.ts";

type Controller = Dispatcher.DispatchController;
type Head = Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2];
type Bytes = Uint8Array<ArrayBuffer>;

export interface ReceivedResponse {
  status: number;
  headers: Head;
  /** Buffered when it is short and has a content-length, otherwise a stream. */
  body: Bytes | ReadableStream<Bytes> | null;
}

/** Up to this size a response is buffered: streaming a short one costs more than the rest of forwarding. */
export const WHOLE_BYTES = 256 * 1024;
const WITHOUT_BODY = new Set([204, 205, 304]);

/** Reads one response of undici's dispatcher, without the Node stream that undici's `request` creates. */
export class ResponseReader implements Dispatcher.DispatchHandler {
  readonly #arrived = Promise.withResolvers<ReceivedResponse>();
  #controller: Controller | undefined;
  #stopped: Error | undefined;
  #head: Omit<ReceivedResponse, "body"> | undefined;
  #pieces: Bytes[] = [];
  #stream: ResponseStream | undefined;

  /** `over()` aborts a streamed response; it is called when one begins. */
  constructor(private readonly over: () => AbortSignal) {}

  /** Rejects with undici's error, or with the reason of `stop`. */
  get arrived(): Promise<ReceivedResponse> {
    return this.#arrived.promise;
  }

  /** Whether anything may have been sent. */
  get hasBegun(): boolean {
    return this.#controller !== undefined;
  }

  /** Aborts the request, and keeps one that has not begun from beginning. */
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
    this.#stream = new ResponseStream(controller, this.over());
    this.#arrived.resolve({ status, headers, body: this.#stream.readable });
  }

  /** Copied: the chunk is a view of the connection's read buffer, which it would keep in memory. */
  onResponseData(_controller: Controller, chunk: Uint8Array): void {
    const piece = new Uint8Array(chunk);
    if (this.#stream === undefined) this.#pieces.push(piece);
    else this.#stream.push(piece);
  }

  onResponseEnd(): void {
    this.#stream?.end();
    if (this.#stream !== undefined || this.#head === undefined) return;
    const body = WITHOUT_BODY.has(this.#head.status) ? null : joinedBytes(this.#pieces);
    this.#arrived.resolve({ ...this.#head, body });
  }

  onResponseError(_controller: Controller, error: Error): void {
    this.#stream?.break(error);
    this.#arrived.reject(error);
  }
}

/** A streamed response with back-pressure. */
class ResponseStream {
  readonly readable: ReadableStream<Bytes>;
  #writer: ReadableStreamDefaultController<Bytes> | undefined;
  readonly #leave = () => this.from.abort(new Error("The client no longer waits for the response"));

  constructor(private readonly from: Controller, private readonly over: AbortSignal) {
    this.readable = new ReadableStream<Bytes>({
      start: (writer) => void (this.#writer = writer),
      // In the next tick, as Node's streams do: a socket that is resumed within its own data event may stay silent.
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

  /** Detaches the writer: nothing is written after this. */
  #close(): ReadableStreamDefaultController<Bytes> | undefined {
    const writer = this.#writer;
    this.#writer = undefined;
    this.over.removeEventListener("abort", this.#leave);
    return writer;
  }
}
