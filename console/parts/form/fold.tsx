import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { useFormContext } from "./form.tsx";

interface FoldProps {
  title: string;
  /** The paths of its fields. */
  paths: readonly string[];
  children: ComponentChildren;
}

/** Fields that are folded away until one of them has an issue. */
export function Fold({ title, paths, children }: FoldProps) {
  const { form } = useFormContext();
  const isOpen = useRef(false);
  const isWithin = (path: string) => paths.some((one) => path === one || path.startsWith(`${one}.`));
  isOpen.current ||= form.issues.value.some(({ path }) => isWithin(path));
  return (
    <details open={isOpen.current}>
      <summary>{title}</summary>
      <div class="stack">{children}</div>
    </details>
  );
}
