import { Fragment } from "preact";

/** The longest name that is shown whole, in characters. */
const MOST_SHOWN = 160;

/** A dotted name that may break after its dots. Of a very long one the middle is left out; its title and screen readers have all. */
export function Dotted({ name }: { name: string }) {
  const shown = shortened(name);
  if (shown === name) return <Parts name={name} />;
  return (
    <span class="breaks" title={name}>
      <span aria-hidden="true">
        <Parts name={shown} />
      </span>
      <span class="sr-only">{name}</span>
    </span>
  );
}

function Parts({ name }: { name: string }) {
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

function shortened(name: string): string {
  if (name.length <= MOST_SHOWN) return name;
  const characters = [...name], half = MOST_SHOWN / 2;
  return characters.length <= MOST_SHOWN
    ? name
    : `${characters.slice(0, half).join("")}…${characters.slice(-half).join("")}`;
}
