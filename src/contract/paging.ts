/**
 * `Skip` and `Top` of lists and what their replies carry (interface: Endpoints; decision 15). The rules are `readPage`'s;
 * the schema checks the type alone, because what a value outside the bounds becomes differs from list to list.
 */
import Type from 'typebox';

/** Request fields of a list; `defaultTop` 500, GetStatus 2500. */
export function pageRequest(defaultTop: number) {
  return {
    Skip: Type.Optional(Type.Integer({ description: 'Number of results to skip.', minimum: 0, default: 0 })),
    Top: Type.Optional(
      Type.Integer({ description: `Number of results to answer; at most 2500.`, default: defaultTop }),
    ),
  };
}

/** Reply fields of a list, before the list itself. */
export function pageReply(defaultTop: number) {
  return {
    TotalRecordCount: Type.Integer({ description: 'Number of all records that match.' }),
    Skip: Type.Integer({ description: 'Number of records skipped.', default: 0 }),
    Top: Type.Integer({ description: 'Greatest number of records in this reply.', default: defaultTop }),
    MoreRecords: Type.Boolean({ description: 'Whether there are records beyond these.', default: false }),
  };
}

export const includeTotalRecordCount = Type.Boolean({
  description: 'Asks for TotalRecordCount; it is exact and always given.',
});
