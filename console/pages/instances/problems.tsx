import type { Issue } from "../../api/problem.ts";

/** The problems that prevent a deployment, one line each. */
export function Problems({ title, problems }: { title: string; problems: readonly Issue[] }) {
  return (
    <div class="problems">
      <p>{title}</p>
      <ul>
        {problems.map(({ path, message }) => <li key={`${path} ${message}`}>{message}</li>)}
      </ul>
    </div>
  );
}
