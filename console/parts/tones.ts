import type { ReadonlySignal } from "@preact/signals";
import type { Severity } from "../api/client.ts";

/** Higher severities have higher and more tones; frequencies in hertz. */
const TONES: Readonly<Record<Severity, { hertz: number; times: number }>> = {
  critical: { hertz: 880, times: 3 },
  error: { hertz: 660, times: 2 },
  warning: { hertz: 520, times: 1 },
  info: { hertz: 440, times: 1 },
};
const LENGTH_S = 0.16;
const PAUSE_S = 0.1;
/** Least time between tones, but for a higher severity. */
const MIN_INTERVAL_MS = 2_000;

export interface Tones {
  /** False until the user has clicked or pressed a key; earlier tones would not be heard. */
  readonly mayPlay: ReadonlySignal<boolean>;
  play(severity: Severity): void;
}

/** Synthesizes tones in the browser, without audio files. */
export function createTones(mayPlay: ReadonlySignal<boolean>): Tones {
  let context: AudioContext | undefined;
  let last = { ms: -Infinity, hertz: 0 };
  return {
    mayPlay,
    play(severity) {
      const { hertz, times } = TONES[severity], ms = performance.now();
      if (!mayPlay.peek() || ms - last.ms < MIN_INTERVAL_MS && hertz <= last.hertz) return;
      last = { ms, hertz };
      context ??= new AudioContext();
      for (let index = 0; index < times; index++) {
        beep(context, { hertz, atS: context.currentTime + index * (LENGTH_S + PAUSE_S) });
      }
    },
  };
}

/** Ramps the volume up and down to avoid clicks. */
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
