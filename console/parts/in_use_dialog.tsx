import type { ApiProblem } from "../api/problem.ts";
import { Dialog } from "./dialog.tsx";

interface InUseProps {
  name: string;
  problem: ApiProblem;
  /** Shows a plant node; without it, none uses the thing. */
  select?(id: string): void;
  onClose(): void;
}

/** Lists what uses a thing and prevents its deletion, with links. */
export function InUseDialog({ name, problem, select, onClose }: InUseProps) {
  return (
    <Dialog title={`${name} is in use`} onClose={onClose}>
      <p>Move or delete these first:</p>
      <ul class="in-use">
        {usersIn(problem).map(({ type, id, name: user }) => (
          <li key={`${type} ${id}`}>
            <span class="muted">{type === "plant_node" ? "location" : type}</span>
            {type === "instance" || select === undefined
              ? <a href={`/instances/${id}?change`}>{user}</a>
              : (
                <button
                  type="button"
                  class="link"
                  onClick={() => {
                    onClose();
                    select(String(id));
                  }}
                >
                  {user}
                </button>
              )}
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button type="button" class="primary" autofocus onClick={onClose}>Close</button>
      </div>
    </Dialog>
  );
}

interface UsedBy {
  type: string;
  id: string | number;
  name: string;
}

function usersIn({ details: { used_by } }: ApiProblem): UsedBy[] {
  return Array.isArray(used_by) ? used_by.filter(isUser) : [];
}

function isUser(value: unknown): value is UsedBy {
  return typeof value === "object" && value !== null && "type" in value && "id" in value && "name" in value;
}
