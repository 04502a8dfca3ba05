/**
 * `Skip` and `Top` of lists, and the paging fields of their replies (interface: Endpoints; decision 15). The schema
 * rejects a negative `Skip`; `parsePageRange` applies the limits of `Top`, of which GetStatus has its own for values below 0.
 */
import Type from 'typebox';

/** The upper limit of fields that the interface types as int32, as a schema option. */
export const int32Bounds = { maximum: 2_147_483_647 } as const;

/** Request fields of a list; `defaultTop` is 500, that of GetStatus 2500 (lib/paging.ts). */
export function pageRequestFields(defaultTop: number, limits: { readonly maximum?: number } = {}) {
  return {
    Skip: Type.Optional(Type.Integer({ description: 'Number of results to skip.', minimum: 0, default: 0, ...limits })),
    Top: Type.Optional(
      Type.Integer({ description: `Number of results to return; at most 2500.`, default: defaultTop, ...limits }),
    ),
  };
}

/** Reply fields of a list, before the list itself. */
export function pageReplyFields(defaultTop: number) {
  return {
    TotalRecordCount: Type.Integer({ description: 'Number of all matching records.' }),
    Skip: Type.Integer({ description: 'Number of records skipped.', default: 0 }),
    Top: Type.Integer({ description: 'Maximum number of records in this reply.', default: defaultTop }),
    MoreRecords: Type.Boolean({ description: 'Whether there are more records.', default: false }),
  };
}

export const includeTotalRecordCountField = Type.Boolean({
  description: 'Requests TotalRecordCount, which is always returned and exact.',
});
