/** A message that the demo inbox took. */
export interface InboxMessage {
  /** ISO time. */
  at: string;
  way: "mail" | "webhook";
  from: string;
  to: string;
  title: string;
  text: string;
}

/** The embedded receiver of dev. */
export interface DemoInboxView {
  /** Newest first. */
  messages(): readonly InboxMessage[];
  /** Where it takes mail (`127.0.0.1:41235`) and webhooks (a URL). */
  mailServer: string;
  webhookUrl: string;
}
