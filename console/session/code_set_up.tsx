import { type Api, type Schemas, unwrap } from "../api/client.ts";
import { useFocusFirst } from "../parts/focus_first.ts";
import { TextField } from "../parts/form/fields.tsx";
import { Form } from "../parts/form/form.tsx";
import { useForm } from "../parts/form/use_form.ts";
import { QrCode } from "./qr_code.tsx";

interface CodeSetUpProps {
  api: Api;
  begun: Schemas["CodeSecret"];
  onAdded(added: Schemas["AddedFactor"]): void;
  onCancel(): void;
}

/** Brings a new secret into an authenticator app, and checks a code of it. */
export function CodeSetUp({ api, begun: { secret, address }, onAdded, onCancel }: CodeSetUpProps) {
  const form = useForm({
    initial: { code: "" },
    check: ({ code }) => code.trim() === "" ? [{ path: "code", message: "Enter the code" }] : [],
    async send(body) {
      onAdded((await unwrap(api.POST("/api/auth/second-factors/code", { body }))).data);
    },
  });
  const element = useFocusFirst<HTMLDivElement>();
  return (
    <div ref={element} class="code-set-up">
      <p>Scan the code with an authenticator app on your phone, or type the text into it.</p>
      <QrCode text={address} label="QR code for the authenticator app" />
      <p class="secret">
        <code aria-label="Secret for the authenticator app">{grouped(secret)}</code>
      </p>
      <Form
        form={form}
        action="Confirm"
        retryField="code"
        more={<button type="button" onClick={onCancel}>Cancel</button>}
      >
        <TextField
          path="code"
          label="Code that the app shows"
          inputMode="numeric"
          autocomplete="one-time-code"
          maxLength={10}
          autofocus
        />
      </Form>
    </div>
  );
}

/** In groups of four letters, which are easier to type. */
function grouped(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(" ") ?? secret;
}
