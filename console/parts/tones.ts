import type { ReadonlySignal } from "@preact/signals";
import type { Severity } from "../api/client.ts";

/** Higher and more often is worse; frequencies in hertz. */
const TONES: Readonly<Record<Severity, { hertz: number; times: number }>> = {
  critical: { hertz: 880, times: 3 },
  error: { hertz: 660, times: 2 },
  warning: { hertz: 520, times: 1 },
  info: { hertz: 440, times: 1 },
};
const LENGTH_S = 0.16;
const PAUSE_S = 0.1;
/** One tone in so many milliseconds is enough. */
const APART_MS = 2_000;

export interface Tones {
  /** False until somebody has clicked or pressed a key: what is played before is not heard, not then nor later. */
  readonly mayPlay: ReadonlySignal<boolean>;
  play(severity: Severity): void;
}

/** Tones made in the browser: no file, no other host. */
export function createTones(mayPlay: ReadonlySignal<boolean>): Tones {
  let context: AudioContext | undefined;
  let lastMs = -APART_MS;
  return {
    mayPlay,
    play(severity) {
      if (!mayPlay.peek() || performance.now() - lastMs < APART_MS) return;
      lastMs = performance.now();
      context ??= new AudioContext();
      const { hertz, times } = TONES[severity];
      for (let index = 0; index < times; index++) {
        beep(context, { hertz, atS: context.currentTime + index * (LENGTH_S + PAUSE_S) });
      }
    },
  };
}

/** It swells and fades, so that nothing clicks. */
function beep(context: AudioContext, { hertz, atS }: { hertz: number; atS: number }): void {
  const tone = new OscillatorNode(context, { frequency: hertz });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, atS);
  volume.gain.linearRampToValueAtTime(0.2, atS + 0.02);
  volume.gain.linearRampToValueAtTime(0, atS + LENGTH_S);
  tone.connect(volume).connect(context.destination);
  tone.start(atS);
  tone.stop(atS + LENGTH_S);
}
