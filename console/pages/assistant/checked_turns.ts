import type { Turn } from "./chat_model.ts";

type Checked = Pick<Turn, "question" | "answer" | "evidence" | "unverified" | "proposals">;

/** What Andon verified of answers; kept in the tab, so that Back shows a conversation as it was left. */
export interface CheckedTurns {
  keep(session: string, turn: Turn): void;
  /** Turns read from the log, with what was verified of the same answers. */
  restored(session: string, turns: readonly Turn[]): Turn[];
}

const PREFIX = "andon checked turns 1 ";
/** Older answers of a session are shown as the log has them. */
const MOST_KEPT = 50;

export function checkedTurns(storage: Pick<Storage, "getItem" | "setItem">): CheckedTurns {
  const read = (session: string) => checkedIn(storage.getItem(PREFIX + session));
  return {
    keep(session, { question, answer, evidence, unverified, proposals, state }) {
      if (state !== "done") return;
      const all = [...read(session), { question, answer, evidence, unverified, proposals }];
      try {
        storage.setItem(PREFIX + session, JSON.stringify(all.slice(-MOST_KEPT)));
      } catch {
        // With full storage the references are shown as the log has them.
      }
    },
    restored(session, turns) {
      const kept = read(session);
      return turns.map((turn) => {
        const checked = kept.find(({ question, answer }) =>
          question === turn.question && answer === turn.answer
        );
        return checked === undefined ? turn : { ...turn, ...checked, isChecked: true };
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
