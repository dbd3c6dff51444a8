import { Fragment } from "preact";
import { shortened } from "./short_name.ts";

/** A dotted name that may break after its dots. Of a very long one the middle is left out; its title and screen readers have all. */
export function Dotted({ name }: { name: string }) {
  const shown = shortened(name);
  if (shown === name) return <BreakableName name={name} />;
  return (
    <span class="breaks" title={name}>
      <span aria-hidden="true">
        <BreakableName name={shown} />
      </span>
      <span class="sr-only">{name}</span>
    </span>
  );
}

function BreakableName({ name }: { name: string }) {
  return (
    <>
      {name.split(".").map((part, index) => (
        <Fragment key={index}>
          {index > 0 && (
            <>
              .<wbr />
            </>
          )}
          {part}
        </Fragment>
      ))}
    </>
  );
}
