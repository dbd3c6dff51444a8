import type { ChatEntry } from "./chat_model.ts";

type Checked = Pick<ChatEntry, "question" | "answer" | "evidence" | "unverified" | "proposals">;

/** What Andon verified of answers; kept in the tab, so that Back shows a conversation as it was left. */
export interface VerifiedAnswers {
  keep(session: string, entry: ChatEntry): void;
  /** Entries read from the log, with what was verified of the same answers. */
  restored(session: string, entries: readonly ChatEntry[]): ChatEntry[];
}

const PREFIX = "andon checked turns 1 ";
/** Older answers of a session are shown as the log has them. */
const MOST_STORED = 50;

export function verifiedAnswers(storage: Pick<Storage, "getItem" | "setItem">): VerifiedAnswers {
  const read = (session: string) => checkedIn(storage.getItem(PREFIX + session));
  return {
    keep(session, { question, answer, evidence, unverified, proposals, state }) {
      if (state !== "done") return;
      const all = [...read(session), { question, answer, evidence, unverified, proposals }];
      try {
        storage.setItem(PREFIX + session, JSON.stringify(all.slice(-MOST_STORED)));
      } catch {
        // With full storage the references are shown as the log has them.
      }
    },
    restored(session, entries) {
      const verified = read(session);
      return entries.map((entry) => {
        const checked = verified.find(({ question, answer }) =>
          question === entry.question && answer === entry.answer
        );
        return checked === undefined ? entry : { ...entry, ...checked, isChecked: true };
      });
    },
  };
}

/** Only this console writes it, under a key with a format version. */
function checkedIn(text: string | null): Checked[] {
  try {
    return text === null ? [] : JSON.parse(text) as Checked[];
  } catch {
    return [];
  }
}
