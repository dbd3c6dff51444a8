const LABEL = "[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?";
const MAILBOX = new RegExp(`^[A-Za-z0-9!#$%&'*+/=?^_\`{|}~.-]{1,64}@${LABEL}(\\.${LABEL})*$`);

/** Whether a text is one mail address in plain letters, such as `alarms@example.org`. */
export function isMailbox(text: string): boolean {
  return text.length <= 254 && MAILBOX.test(text);
}
