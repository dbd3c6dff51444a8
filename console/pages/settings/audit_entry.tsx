import { Dialog } from "../../parts/dialog.tsx";
import { useConsole } from "../../shell/console.ts";
import { type AuditEntry, changesOf, fieldText, plainText, resourceText } from "./audit_model.ts";

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** One audit entry with the changed fields, before and after. */
export function AuditEntryDialog({ entry, onClose }: { entry: AuditEntry; onClose(): void }) {
  const { time } = useConsole();
  const changes = changesOf(entry.before, entry.after);
  const valueOf = (text: string) => ISO_TIME.test(text) ? time.full(Date.parse(text)) : text;
  return (
    <Dialog
      title={`${resourceText(entry.resource_type)} ${entry.resource_id}: ${plainText(entry.action)}`}
      onClose={onClose}
      wide
    >
      <p class="muted">
        {entry.who}, {time.full(Date.parse(entry.at))}
        {entry.address !== null && `, from ${entry.address}`}
      </p>
      {changes.length === 0
        ? <p class="muted">No fields changed.</p>
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
                  <td>{fieldText(path)}</td>
                  <td>{before === undefined ? "—" : <del>{valueOf(before)}</del>}</td>
                  <td>{after === undefined ? "—" : <ins>{valueOf(after)}</ins>}</td>
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
