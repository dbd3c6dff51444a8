import { Dialog } from "../../parts/dialog.tsx";
import { valueInWords } from "../../parts/field_values.ts";
import { useConsole } from "../../shell/console.ts";
import { actionText, type AuditEntry, changesOf, fieldText, subjectText, whoText } from "./audit_model.ts";

/** Fields that hold a user name. */
const PERSON = /(^|\.)(username|owner|\w+_by)$/;

/** One audit entry with the changed fields, before and after. */
export function AuditEntryDialog({ entry, onClose }: { entry: AuditEntry; onClose(): void }) {
  const { time, people } = useConsole();
  const changes = changesOf(entry.before, entry.after);
  const valueOf = (text: string, path: string) =>
    PERSON.test(path) && text !== "null" ? people.nameOf(text) : valueInWords(text, time.full);
  return (
    <Dialog
      title={`${subjectText(entry)}: ${actionText(entry.action)}`}
      onClose={onClose}
      wide
    >
      <p class="muted">
        {whoText(entry, people.nameOf)}, {time.full(Date.parse(entry.at))}
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
                  <td>{before === undefined ? "—" : <del>{valueOf(before, path)}</del>}</td>
                  <td>{after === undefined ? "—" : <ins>{valueOf(after, path)}</ins>}</td>
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
