import { unwrap } from "../api/client.ts";
import type { Api } from "../api/client.ts";
import { Form } from "../parts/form/form.tsx";
import { TextField } from "../parts/form/fields.tsx";
import { useForm } from "../parts/form/use_form.ts";
import type { User } from "./session.ts";

interface SignInProps {
  api: Api;
  onSignedIn(user: User): void;
  /** The user whose session has expired. */
  username?: string;
}

export function SignInForm({ api, onSignedIn, username = "" }: SignInProps) {
  const form = useForm({
    initial: { username, password: "" },
    check: (values) => [
      ...values.username === "" ? [{ path: "username", message: "Enter your user name" }] : [],
      ...values.password === "" ? [{ path: "password", message: "Enter your password" }] : [],
    ],
    async send(body) {
      const { data } = await unwrap(api.POST("/api/auth/login", { body }));
      onSignedIn(data);
    },
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
