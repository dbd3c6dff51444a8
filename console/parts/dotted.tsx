import { Fragment } from "preact";

/** A dotted name that can wrap after each dot. */
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
