import { memberOf } from "../calculated.ts";
import { type Answer, answer } from "../http/answers.ts";
import type { OpenStream } from "../open_stream.ts";
import { typeCodeName, valueProperties } from "../sds_types.ts";
import type { StreamEvent } from "../stream_reader.ts";

/** `form=table`: columns and rows with all values; `tableh` adds the column names as the first row. */
export function tableAnswer(open: OpenStream, form: { events: StreamEvent[]; withHeader: boolean }): Answer {
  const values = valueProperties(open.type);
  const key = open.type.Properties.filter((property) => property.IsKey === true);
  const columns = [...key, ...values].map((property) => ({
    Name: property.Id,
    Type: typeCodeName(property.SdsType.SdsTypeCode),
  }));
  const rows = form.events.map((event) => [
    open.codec.toJson(event.at),
    ...values.map((property) => memberOf(event, property)),
  ]);
  const header = form.withHeader ? [columns.map((column) => column.Name)] : [];
  return answer(200, { Name: open.type.Name ?? open.type.Id, Columns: columns, Rows: [...header, ...rows] });
}
