import { useRef } from "preact/hooks";
import type { ResourceHandle } from "./use_resource.ts";

/** The newest value of a resource, kept while another key is read; undefined until the first one arrives. */
export function useKept<T>({ state }: ResourceHandle<T>): T | undefined {
  const kept = useRef<T | undefined>(undefined);
  const { value } = state.value;
  if (value !== undefined) kept.current = value;
  return kept.current;
}
