import { useRef } from "preact/hooks";
import type { ResourceHandle } from "./use_resource.ts";

/** The newest value of a resource, kept while another key is read; undefined until the first one arrives. */
export function useLastValue<T>({ state }: ResourceHandle<T>): T | undefined {
  const last = useRef<T | undefined>(undefined);
  const { value } = state.value;
  if (value !== undefined) last.current = value;
  return last.current;
}
