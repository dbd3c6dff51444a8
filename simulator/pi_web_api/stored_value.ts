import type { Ticks } from "../../domain/shared/time.ts";

/** A state of a digital set; those of the system set are no values. */
export interface DigitalState {
  Name: string;
  Value: number;
  IsSystem: boolean;
}

export type PiValue = number | string | boolean | DigitalState;

/** What is stored at a time. */
export interface StoredValue {
  time: Ticks;
  value: PiValue;
  good: boolean;
  questionable: boolean;
}
