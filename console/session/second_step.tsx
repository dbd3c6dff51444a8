import { useSignal } from "@preact/signals";
import { type Api, type Schemas, unwrap } from "../api/client.ts";
import { type ApiProblem, problemOf } from "../api/problem.ts";
import { useFocusFirst } from "../parts/focus_first.ts";
import { TextField } from "../parts/form/fields.tsx";
import { Form } from "../parts/form/form.tsx";
import { useForm } from "../parts/form/use_form.ts";
import { PasskeyButton } from "./passkey_button.tsx";
import type { User } from "./session.ts";

type Factor = Schemas["User"]["second_factors"][number];

interface SecondStepProps {
  api: Api;
  factors: readonly Factor[];
  onSignedIn(user: User): void;
  /** The sign-in has to begin again; the problem says why. */
  onBegin(problem?: ApiProblem): void;
}

/** The second step of a sign-in: a code, a passkey or a recovery code. */
export function SecondStep({ api, factors, onSignedIn, onBegin }: SecondStepProps) {
  const hasPasskey = factors.includes("passkey"), hasCodes = factors.includes("code");
  const kind = useSignal<"code" | "recovery" | null>(hasCodes ? "code" : null);
  const element = useFocusFirst<HTMLDivElement>(kind.value);

  /** The signed-in user, unless the sign-in has to begin again. */
  async function confirmed(attempt: () => Promise<User>): Promise<void> {
    try {
      onSignedIn(await attempt());
    } catch (error) {
      const problem = problemOf(error);
      const isOver = problem.status === 401 && problem.details.second_factor === undefined;
      if (isOver) return onBegin(problem);
      throw problem;
    }
  }

  return (
    <div ref={element} class="second-step">
      {hasPasskey && <PasskeyButton api={api} isFirst={kind.value === null} confirmed={confirmed} />}
      {kind.value !== null && <CodeForm key={kind.value} kind={kind.value} api={api} confirmed={confirmed} />}
      <p class="second-step-links">
        {kind.value !== "recovery" && (
          <button
            type="button"
            class="link"
            onClick={() => kind.value = "recovery"}
          >
            Use a recovery code
          </button>
        )}
        {kind.value === "recovery" && hasCodes && (
          <button
            type="button"
            class="link"
            onClick={() => kind.value = "code"}
          >
            Use a code from the app
          </button>
        )}
        <button type="button" class="link" onClick={() => onBegin()}>Back</button>
      </p>
    </div>
  );
}

interface CodeFormProps {
  api: Api;
  kind: "code" | "recovery";
  confirmed(attempt: () => Promise<User>): Promise<void>;
}

function CodeForm({ api, kind, confirmed }: CodeFormProps) {
  const form = useForm({
    initial: { code: "" },
    check: ({ code }) => code.trim() === "" ? [{ path: "code", message: "Enter the code" }] : [],
    async send(body) {
      await confirmed(async () => (await unwrap(api.POST("/api/auth/login/code", { body }))).data);
    },
  });
  return (
    <Form form={form} action="Sign in" retryField="code">
      {kind === "code"
        ? (
          <TextField
            path="code"
            label="Code from your authenticator app"
            inputMode="numeric"
            autocomplete="one-time-code"
            maxLength={10}
            autofocus
          />
        )
        : (
          <TextField
            path="code"
            label="Recovery code"
            hint="Each code works once"
            autocomplete="off"
            spellcheck={false}
            maxLength={40}
            autofocus
          />
        )}
    </Form>
  );
}
