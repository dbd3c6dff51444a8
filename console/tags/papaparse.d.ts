/** The part of the package papaparse that the console uses. */
interface ParseResult {
  data: string[][];
  errors: { code: string; message: string; row?: number }[];
  meta: { delimiter: string };
}

declare const Papa: {
  parse(text: string, options: { skipEmptyLines: false; delimitersToGuess: string[] }): ParseResult;
};
export default Papa;
