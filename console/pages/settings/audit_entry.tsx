import { Dialog } from "../../parts/dialog.tsx";
import { useConsole } from "../../shell/console.ts";
import { type AuditEntry, changesOf, inWords } from "./audit_model.ts";

/** One entry: what was there before, and after. */
export function AuditEntryDialog({ entry, onClose }: { entry: AuditEntry; onClose(): void }) {
  const { time } = useConsole();
  const changes = changesOf(entry.before, entry.after);
  return (
    <Dialog
      title={`${inWords(entry.resource_type)} ${entry.resource_id}: ${inWords(entry.action)}`}
      onClose={onClose}
      wide
    >
      <p class="muted">{entry.who}, {time.full(Date.parse(entry.at))}</p>
      {changes.length === 0
        ? <p class="muted">No field is different.</p>
        : (
          <table class="plain settings-difference">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Before</th>
                <th scope="col">After</th>
              </tr>
            </thead>
            <tbody>
              {changes.map(({ path, before, after }) => (
                <tr key={path}>
                  <td>{path}</td>
                  <td>{before === undefined ? "—" : <del>{before}</del>}</td>
                  <td>{after === undefined ? "—" : <ins>{after}</ins>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      <div class="buttons">
        <button type="button" onClick={onClose} autofocus>Close</button>
      </div>
    </Dialog>
  );
}
