import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { unwrap } from "../api/client.ts";
import { type ApiProblem, problemOf } from "../api/problem.ts";
import type { Api, Schemas } from "../api/client.ts";
import { Form } from "../parts/form/form.tsx";
import { TextField } from "../parts/form/fields.tsx";
import { useForm } from "../parts/form/use_form.ts";
import { later } from "../parts/later.tsx";
import type { User } from "./session.ts";

/** Most sign-ins need no second step. */
const SecondStep = later(async () => (await import("./second_step.tsx")).SecondStep);

type Factor = Schemas["User"]["second_factors"][number];

interface SignInProps {
  api: Api;
  onSignedIn(user: User): void;
  /** The user must set up a second factor first. */
  onSetUp(username: string): void;
  /** The user whose session has expired. */
  username?: string;
  /** Other ways to sign in, below the password. */
  children?: ComponentChildren;
}

/** Asks for the password, and then for the second factor of a user who has one. */
export function SignInForm({ api, onSignedIn, onSetUp, username = "", children }: SignInProps) {
  const factors = useSignal<readonly Factor[] | undefined>(undefined);
  const ended = useSignal<ApiProblem | undefined>(undefined);
  const typed = useSignal(username);
  if (factors.value !== undefined) {
    return (
      <SecondStep
        api={api}
        factors={factors.value}
        onSignedIn={onSignedIn}
        onBegin={(problem) => {
          ended.value = problem;
          factors.value = undefined;
        }}
      />
    );
  }

  async function signIn(body: { username: string; password: string }): Promise<void> {
    ended.value = undefined;
    typed.value = body.username;
    try {
      onSignedIn((await unwrap(api.POST("/api/auth/login", { body }))).data);
    } catch (error) {
      const problem = problemOf(error);
      const { second_factor: next, factors: owned } = problem.details;
      if (next === "set_up") return onSetUp(body.username);
      if (next !== "verify") throw problem;
      factors.value = Array.isArray(owned) ? owned : [];
    }
  }

  return (
    <>
      {ended.value !== undefined && <p class="issue" role="alert">{ended.value.message}</p>}
      <PasswordForm username={typed.value} signIn={signIn} />
      {children}
    </>
  );
}

interface PasswordFormProps {
  username: string;
  signIn(body: { username: string; password: string }): Promise<void>;
}

function PasswordForm({ username, signIn }: PasswordFormProps) {
  const form = useForm({
    initial: { username, password: "" },
    check: (values) => [
      ...values.username === "" ? [{ path: "username", message: "Enter your user name" }] : [],
      ...values.password === "" ? [{ path: "password", message: "Enter your password" }] : [],
    ],
    send: signIn,
  });
  return (
    <Form form={form} action="Sign in" retryField="password">
      <TextField
        path="username"
        label="User name"
        autocomplete="username"
        spellcheck={false}
        autofocus={username === ""}
      />
      <TextField
        path="password"
        label="Password"
        type="password"
        autocomplete="current-password"
        autofocus={username !== ""}
      />
    </Form>
  );
}
