import { useSignal } from "@preact/signals";
import { type Api, type Schemas, unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { useFocusFirst } from "../../parts/focus_first.ts";
import { TextField } from "../../parts/form/fields.tsx";
import { Form } from "../../parts/form/form.tsx";
import { useForm } from "../../parts/form/use_form.ts";
import { CodeSetUp } from "../../session/code_set_up.tsx";
import { addPasskey, canUsePasskeys } from "../../session/passkeys.ts";
import { RecoveryCodes } from "../../session/recovery_codes.tsx";

interface FirstFactorProps {
  api: Api;
  username: string;
  onDone(): void;
  onBack(): void;
}

type Step =
  | { kind: "choice" }
  | { kind: "passkey" }
  | { kind: "code"; begun: Schemas["CodeSecret"] }
  | { kind: "added"; codes: readonly string[] };

/** Sets up the factor without which the sign-in does not go on. */
export function FirstFactor({ api, username, onDone, onBack }: FirstFactorProps) {
  const step = useSignal<Step>({ kind: "choice" });
  const problem = useSignal<string | undefined>(undefined);
  const added = ({ recovery_codes }: Schemas["AddedFactor"]) => {
    step.value = { kind: "added", codes: recovery_codes ?? [] };
  };
  const choose = () => step.value = { kind: "choice" };

  async function beginCodes(): Promise<void> {
    problem.value = undefined;
    try {
      const { data } = await unwrap(api.POST("/api/auth/second-factors/code/begin", { body: {} }));
      step.value = { kind: "code", begun: data };
    } catch (error) {
      problem.value = problemOf(error).message;
    }
  }

  const { value } = step;
  if (value.kind === "added") {
    return <RecoveryCodes codes={value.codes} username={username} action="Continue" onDone={onDone} />;
  }
  if (value.kind === "code") {
    return <CodeSetUp api={api} begun={value.begun} onAdded={added} onCancel={choose} />;
  }
  if (value.kind === "passkey") return <FirstPasskey api={api} onAdded={added} onCancel={choose} />;
  return (
    <>
      <p>
        Andon asks for a second factor besides your password: a passkey, which this device, a phone or a
        security key keeps, or codes from an app on your phone. You can add others later.
      </p>
      {problem.value !== undefined && <p class="issue" role="alert">{problem.value}</p>}
      <div class="provider-buttons">
        {canUsePasskeys() && (
          <button
            type="button"
            class="primary"
            onClick={() => step.value = { kind: "passkey" }}
          >
            Passkey
          </button>
        )}
        <button type="button" onClick={beginCodes}>Codes from an authenticator app</button>
        <button type="button" class="link" onClick={onBack}>Back</button>
      </div>
    </>
  );
}

interface FirstPasskeyProps {
  api: Api;
  onAdded(added: Schemas["AddedFactor"]): void;
  onCancel(): void;
}

function FirstPasskey({ api, onAdded, onCancel }: FirstPasskeyProps) {
  const form = useForm({
    initial: { name: "" },
    check: ({ name }) => name.trim() === "" ? [{ path: "name", message: "Enter a name" }] : [],
    async send({ name }) {
      onAdded(await addPasskey(api, { name: name.trim() }));
    },
  });
  const element = useFocusFirst<HTMLDivElement>();
  return (
    <div ref={element}>
      <Form
        form={form}
        action="Add passkey"
        retryField="name"
        more={<button type="button" onClick={onCancel}>Cancel</button>}
      >
        <TextField path="name" label="Name" hint="To tell it from others: Work phone" autofocus />
      </Form>
    </div>
  );
}
