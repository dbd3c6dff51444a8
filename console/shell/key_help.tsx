import { Dialog } from "../parts/dialog.tsx";
import { useConsole } from "./console.ts";
import { shownKeys } from "./palette.tsx";

/** The keyboard shortcuts of the current page, by group. */
export function KeyHelp({ onClose }: { onClose(): void }) {
  const { keyboard } = useConsole();
  const groups = Map.groupBy(keyboard.bindings.value, ({ group }) => group);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} wide>
      <div class="key-help">
        {[...groups].map(([group, bindings]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {bindings.map(({ keys, label }) => (
                <div key={keys}>
                  <dt>
                    <kbd>{shownKeys(keys)}</kbd>
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div class="buttons">
        <button type="button" autofocus onClick={onClose}>Close</button>
      </div>
    </Dialog>
  );
}
