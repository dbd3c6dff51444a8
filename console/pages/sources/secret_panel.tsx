import { useSignal } from "@preact/signals";
import { unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { Copied } from "../../parts/copied.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useConsole } from "../../shell/console.ts";
import type { Source, SourceKind } from "./source_model.ts";

type SecretField = SourceKind["secrets"][string];

/** The secrets that Andon makes, such as the key of a sender, with what is pasted into the sender. */
export function SecretPanels({ source, kind }: { source: Source; kind: SourceKind }) {
  const made = Object.entries(kind.secrets).filter(([, { isMade }]) => isMade);
  return (
    <>
      {made.map(([name, field]) => <SecretPanel key={name} source={source} name={name} field={field} />)}
    </>
  );
}

function SecretPanel({ source, name, field }: { source: Source; name: string; field: SecretField }) {
  const { api, dialogs, session, toasts } = useConsole();
  const made = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const isStored = source.stored_secrets.includes(name);
  const noun = field.label.toLowerCase();

  async function make(): Promise<void> {
    const mayMake = !isStored || await dialogs.confirm({
      title: `Make a new ${noun}?`,
      text: "Programs that send with the one before are refused from then on.",
      action: `Make ${noun}`,
      danger: true,
    });
    if (!mayMake) return;
    isBusy.value = true;
    try {
      const params = { path: { id: source.id, name } };
      made.value = (await unwrap(api.POST("/api/sources/{id}/secrets/{name}", { params }))).data.secret;
    } catch (error) {
      toasts.problem(problemOf(error).message);
    } finally {
      isBusy.value = false;
    }
  }

  const filled = (text: string) =>
    text.replaceAll("{address}", location.origin).replaceAll("{source}", source.name)
      .replaceAll("{source_path}", encodeURIComponent(source.name))
      .replaceAll("{secret}", made.value ?? `<${noun}>`);
  return (
    <Panel
      title={field.label}
      tools={session.may("POST /api/sources/:id/secrets/:name") && (
        <button
          type="button"
          class={isStored || made.value !== null ? undefined : "primary"}
          disabled={isBusy.value}
          onClick={make}
        >
          {isStored ? `Make a new ${noun}` : `Make ${noun}`}
        </button>
      )}
    >
      <div class="stack" role="status">
        {made.value === null
          ? (
            <p class="muted">
              {isStored
                ? `There is one. It is not shown again; a new one ends it.`
                : `There is none yet. ${field.hint ?? ""}`}
            </p>
          )
          : (
            <>
              <p>Copy it now: it is shown only once and is not stored in plain text.</p>
              <Copied text={made.value} what={noun} />
            </>
          )}
      </div>
      {field.pastes.map(({ label, text }, at) => (
        <details key={label} open={at === 0 && made.value !== null}>
          <summary>{label}</summary>
          <Copied text={filled(text)} what={`lines for ${label}`} isBlock />
        </details>
      ))}
    </Panel>
  );
}
