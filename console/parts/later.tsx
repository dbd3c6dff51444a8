import { signal } from "@preact/signals";
import type { ComponentType, VNode } from "preact";
import { useEffect } from "preact/hooks";

/** A component in a script of its own, which is loaded when it is first shown; until then nothing is. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => VNode | null {
  const loaded = signal<ComponentType<Props> | undefined>(undefined);
  const failed = signal(false);
  async function read(): Promise<void> {
    failed.value = false;
    try {
      loaded.value = await load();
    } catch {
      failed.value = true;
    }
  }
  return (props) => {
    useEffect(() => {
      if (loaded.value === undefined) read();
    }, []);
    if (failed.value) return <p role="alert">This part could not be loaded. Reload the page.</p>;
    const Loaded = loaded.value;
    return Loaded === undefined ? null : <Loaded {...props} />;
  };
}
