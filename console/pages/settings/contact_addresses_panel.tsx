import { useSignal } from "@preact/signals";
import { ArrowDown, ArrowUp } from "lucide";
import { type Schemas, unwrap } from "../../api/client.ts";
import { problemOf } from "../../api/problem.ts";
import { useActions } from "../../parts/actions.ts";
import { useRead } from "../../live/use_read.ts";
import { SelectField, TextField } from "../../parts/form/fields.tsx";
import { Form } from "../../parts/form/form.tsx";
import { useUnsavedGuard } from "../../parts/form/unsaved_guard.ts";
import { useForm } from "../../parts/form/use_form.ts";
import { HoursFields } from "../../parts/hours_field.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Panel } from "../../parts/panel.tsx";

type Contact = Schemas["ContactAddresses"];
type Address = Schemas["ContactAddress"];

/** How the reader is reached by notifications: addresses in order, time zone and quiet hours. */
export function ContactAddressesPanel() {
  const contact = useRead("/api/auth/contact-addresses", {
    changes: ["contact_addresses", "contact_point", "plant_settings"],
  });
  return (
    <Panel title="How you are reached" label="Notifications">
      <Loaded resource={contact} what="Loading your addresses">
        {(found) => (
          <>
            <Addresses contact={found} reload={contact.reload} />
            {found.contact_points.length > 0 && <NewAddress contact={found} reload={contact.reload} />}
            <QuietHours key={JSON.stringify([found.time_zone, found.quiet_hours])} contact={found} />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

interface ContactProps {
  contact: Contact;
  reload(): void;
}

function Addresses({ contact, reload }: ContactProps) {
  const { addresses, contact_points } = contact;
  if (addresses.length === 0) {
    return (
      <p class="muted">
        {contact_points.length === 0
          ? "No contact point reaches persons yet; an administrator adds one."
          : "No address yet, so nothing reaches you. Add one below."}
      </p>
    );
  }
  return (
    <>
      {addresses.length > 1 && <p class="muted">Tried in this order: the next one when one fails.</p>}
      <ol class="stack">
        {addresses.map((address, at) => (
          <AddressRow key={address.id} address={address} at={at} contact={contact} reload={reload} />
        ))}
      </ol>
    </>
  );
}

function AddressRow({ address, at, contact, reload }: ContactProps & { address: Address; at: number }) {
  const { api } = useConsole();
  const actions = useActions();
  const { id, confirmed_at } = address;
  const params = { path: { address_id: id } };
  const ids = contact.addresses.map((one) => one.id);

  async function move(to: number): Promise<void> {
    const order = ids.toSpliced(at, 1).toSpliced(to, 0, id);
    await actions.run(() => unwrap(api.PUT("/api/auth/contact-addresses", { body: { order } })));
    reload();
  }
  async function remove(): Promise<void> {
    await actions.confirmed({
      title: `Remove ${address.address}?`,
      text: "Notifications no longer go to it.",
      action: "Remove",
    }, () => unwrap(api.DELETE("/api/auth/contact-addresses/{address_id}", { params })));
    reload();
  }

  return (
    <li>
      <div class="row wrap settings-address">
        <div>
          <strong>{address.address}</strong>
          <p class="muted">{address.contact_point ?? "The contact point is gone"}: {stateText(address)}</p>
        </div>
        <div class="wrap">
          {ids.length > 1 && (
            <>
              <button
                type="button"
                disabled={at === 0}
                aria-label={`${address.address} earlier`}
                onClick={() => move(at - 1)}
              >
                <Icon node={ArrowUp} />
              </button>
              <button
                type="button"
                disabled={at === ids.length - 1}
                aria-label={`${address.address} later`}
                onClick={() => move(at + 1)}
              >
                <Icon node={ArrowDown} />
              </button>
            </>
          )}
          {confirmed_at === null && (
            <button
              type="button"
              onClick={() =>
                actions.run(() =>
                  unwrap(api.POST("/api/auth/contact-addresses/{address_id}/code", { params }))
                ).then(reload)}
            >
              {address.code_sent_at === null ? "Send code" : "Send a new code"}
            </button>
          )}
          <button type="button" aria-label={`Remove ${address.address}`} onClick={remove}>Remove</button>
        </div>
      </div>
      {confirmed_at === null && address.code_sent_at !== null && (
        <CodeForm address={address} reload={reload} />
      )}
    </li>
  );
}

function stateText({ confirmed_at, is_allowed, code_sent_at }: Address): string {
  if (!is_allowed) return "its domain is not allowed, so nothing goes to it";
  if (confirmed_at !== null) return "confirmed";
  return code_sent_at === null ? "not confirmed, so nothing goes to it" : "enter the code that was sent";
}

function CodeForm({ address, reload }: { address: Address; reload(): void }) {
  const { api, toasts } = useConsole();
  const form = useForm({
    initial: { code: "" },
    async send({ code }) {
      const { message } = await unwrap(
        api.POST("/api/auth/contact-addresses/{address_id}/confirm", {
          params: { path: { address_id: address.id } },
          body: { code: code.replaceAll(" ", "") },
        }),
      );
      toasts.done(message);
      reload();
    },
  });
  return (
    <Form form={form} action="Confirm">
      <TextField
        path="code"
        label={`Code sent to ${address.address}`}
        inputMode="numeric"
        autocomplete="one-time-code"
        hint="Six digits, valid for ten minutes"
      />
    </Form>
  );
}

function NewAddress({ contact, reload }: ContactProps) {
  const { api, toasts } = useConsole();
  const isOpen = useSignal(false);
  const points = contact.contact_points;
  const form = useForm({
    initial: { contact_point_id: String(points[0]!.id), address: "" },
    async send({ contact_point_id, address }) {
      const body = { contact_point_id: Number(contact_point_id), address: address.trim() };
      const { data } = await unwrap(api.POST("/api/auth/contact-addresses", { body }));
      form.reset({ contact_point_id, address: "" });
      isOpen.value = false;
      reload();
      const params = { path: { address_id: data.id } };
      const sent = await unwrap(api.POST("/api/auth/contact-addresses/{address_id}/code", { params }))
        .catch((error) => toasts.problem(problemOf(error).message));
      if (sent !== undefined) toasts.done(sent.message);
      reload();
    },
  });
  if (!isOpen.value) {
    return (
      <button type="button" class="settings-add-address" onClick={() => isOpen.value = true}>
        Add address
      </button>
    );
  }
  const chosen = points.find(({ id }) => String(id) === form.values.value.contact_point_id) ?? points[0]!;
  return (
    <Form
      form={form}
      action="Add and send code"
      more={<button type="button" onClick={() => isOpen.value = false}>Cancel</button>}
    >
      <SelectField
        path="contact_point_id"
        label="By"
        options={points.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <TextField
        path="address"
        label={chosen.takes === "mail" ? "Mail address" : "Telephone number"}
        autocomplete={chosen.takes === "mail" ? "email" : "tel"}
        inputMode={chosen.takes === "mail" ? "email" : "tel"}
        autofocus
      />
    </Form>
  );
}

const NIGHTS = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: "22:00", to: "06:00" };

function QuietHours({ contact }: { contact: Contact }) {
  const { api, toasts } = useConsole();
  const form = useForm({
    initial: { time_zone: contact.time_zone ?? "", quiet_hours: contact.quiet_hours },
    async send({ time_zone, quiet_hours }) {
      const body = { time_zone: time_zone.trim() === "" ? null : time_zone.trim(), quiet_hours };
      const { message } = await unwrap(api.PUT("/api/auth/contact-addresses", { body }));
      toasts.done(message);
    },
  });
  useUnsavedGuard(() => form.isDirty.value);
  return (
    <Form form={form} action="Save">
      <TextField
        path="time_zone"
        label="Your zone (optional)"
        hint="For quiet hours and times in messages, such as Europe/Berlin; empty: the plant's"
        spellcheck={false}
      />
      <HoursFields
        path="quiet_hours"
        label="Quiet hours"
        none="None: every message comes at once. Critical ones always do."
        fresh={NIGHTS}
      />
    </Form>
  );
}
