import { Fragment } from "preact";

/** A dotted name, which goes to the next line after a dot where it does not fit. */
export function Dotted({ name }: { name: string }) {
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
