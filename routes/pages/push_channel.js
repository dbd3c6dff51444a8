/** Without a word for so long, a heartbeat included, the connection is dead. */
const SILENCE_MS = 50_000;
/** Pauses before another try; the last one repeats. With them, at most five tries fall into a minute. */
const PAUSES_MS = [2_000, 5_000, 15_000, 30_000];
/** A connection that held for so long starts the pauses anew. */
const STEADY_MS = 60_000;

/**
 * Follows the push channel for as long as the page is open: connects anew when the connection is lost, and goes on
 * after the last frame. `onUp(resumed)`: connected, and what was missed meanwhile comes by itself or (false) must be
 * read; `onFrame(frame)`: any frame, a `resync` included; `onDown(event)`: the connection is lost, or there is none.
 */
export function followPush({ open, subscribe, onUp, onFrame, onDown, pausesMs = PAUSES_MS }) {
  let lastSeq;
  let failures = 0;
  let silence;
  connect();

  function connect() {
    const socket = open();
    let openedAt;
    let over = false;
    const end = (event) => {
      if (over) return;
      over = true;
      clearTimeout(silence);
      socket.close();
      if (openedAt !== undefined && Date.now() - openedAt >= STEADY_MS) failures = 0;
      const pauseMs = pausesMs[Math.min(failures, pausesMs.length - 1)];
      failures++;
      if (onDown(event) !== false) setTimeout(connect, pauseMs * (1 + Math.random() / 4));
    };
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => end({ code: 1006 }), SILENCE_MS);
    };
    heard();
    socket.onopen = () => {
      openedAt = Date.now();
      socket.send(JSON.stringify({ subscribe, after: lastSeq }));
      onUp(lastSeq !== undefined);
    };
    socket.onmessage = ({ data }) => {
      if (over) return;
      heard();
      const frame = JSON.parse(data);
      if (frame.kind !== "error") lastSeq = frame.seq;
      onFrame(frame);
    };
    socket.onclose = end;
  }
}
