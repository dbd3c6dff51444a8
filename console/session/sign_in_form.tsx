import { unwrap } from "../api/client.ts";
import { ApiProblem, problemOf } from "../api/problem.ts";
import type { Api } from "../api/client.ts";
import { Form } from "../parts/form/form.tsx";
import { TextField } from "../parts/form/fields.tsx";
import { countText } from "../parts/numbers.ts";
import { useForm } from "../parts/form/use_form.ts";
import { retrySeconds, useRetryWait } from "./retry_wait.ts";
import type { User } from "./session.ts";

interface SignInProps {
  api: Api;
  onSignedIn(user: User): void;
  /** The user whose session has expired. */
  username?: string;
}

/** The signed-in user. The form counts the seconds of a refusal down, so its message does not name them. */
async function signedIn(api: Api, body: { username: string; password: string }): Promise<User> {
  try {
    return (await unwrap(api.POST("/api/auth/login", { body }))).data;
  } catch (error) {
    const problem = problemOf(error);
    if (retrySeconds(problem) === 0) throw problem;
    const { code, status, details } = problem;
    throw new ApiProblem("Too many attempts", { code, status, details: { ...details } });
  }
}

export function SignInForm({ api, onSignedIn, username = "" }: SignInProps) {
  const form = useForm({
    initial: { username, password: "" },
    check: (values) => [
      ...values.username === "" ? [{ path: "username", message: "Enter your user name" }] : [],
      ...values.password === "" ? [{ path: "password", message: "Enter your password" }] : [],
    ],
    async send(body) {
      onSignedIn(await signedIn(api, body));
    },
  });
  const wait = useRetryWait(form.problem);
  const waiting = wait.value > 0 ? `You can try again in ${countText(wait.value, "second")}.` : undefined;
  return (
    <Form form={form} action="Sign in" retryField="password" waiting={waiting}>
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
