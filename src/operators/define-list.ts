/** Lists of the operator interface that are read in pages: each page begins after the last row of the one before. */
import Type, { type Static, type TObject, type TProperties, type TSchema } from 'typebox';
import {
  buildListReply,
  createListReplySchema,
  createPagePositionCheck,
  cursorPageRequestFields,
  defaultListPageSize,
  errorsOfListOperations,
  maxExactListCount,
  positionField,
} from '../contract/list-fields.ts';
import type { Fault } from '../platform/errors.ts';
import {
  defineOperatorQuery,
  type OperatorCall,
  type OperatorOperation,
  type OperatorQuery,
} from '../platform/http/operator-operation.ts';

/** The page that a request asks for. */
export interface RequestedPage<Position> {
  /** The position that it begins after; undefined: the first page. */
  readonly after: Position | undefined;
  /** How many rows to read: one more than the page has shows that there is another page. */
  readonly limit: number;
  /** Up to which number the rows are counted. */
  readonly maxCounted: number;
}

/** Builds the reply from the rows that were read and their count. `keyOf` is the position of a row, as in `Next`. */
export type BuildReply = <Row, Listed>(
  rows: readonly Row[],
  counted: number,
  of: { readonly keyOf: (row: Row) => string; readonly toRecord: (row: Row) => Listed },
) => ReturnType<typeof buildListReply<Row, Listed>>;

type ListRequest<Filters extends TProperties> = TObject<Filters & typeof cursorPageRequestFields>;
type ListReply<Listed extends TSchema> = ReturnType<typeof createListReplySchema<Listed>>;

interface ListDeclaration<
  Path extends OperatorOperation['path'],
  Filters extends TProperties,
  Listed extends TSchema,
  Position,
> extends Omit<
    OperatorQuery<Path, ListRequest<Filters>, ListReply<Listed>>,
    'kind' | 'request' | 'reply' | 'errors' | 'readAll' | 'execute'
  > {
  /** Request fields besides those of the page. */
  readonly filters: Filters;
  readonly reply: { readonly description: string; readonly record: Listed; readonly example: Static<Listed> };
  /** Errors besides those of filters and pages, or with another text. */
  readonly errors?: Readonly<Partial<Record<400 | 404, string>>>;
  /** The position in a request; undefined for a text that is the `Next` of no page. */
  readonly parsePosition: (after: string) => Position | undefined;
  /** For keys that are longer than 200 characters. */
  readonly maxPositionLength?: number;
  readonly execute: (
    call: OperatorCall<Static<ListRequest<Filters>>>,
    page: RequestedPage<Position>,
    buildReply: BuildReply,
  ) => Promise<Static<ListReply<Listed>>>;
}

/** Defines a list with filters and pages, whose reply counts what matches. An `After` that is no position is a fault. */
export function defineOperatorList<
  const Path extends OperatorOperation['path'],
  Filters extends TProperties,
  Listed extends TSchema,
  Position,
>({
  filters,
  reply: { description, record, example },
  errors,
  check,
  parsePosition,
  maxPositionLength,
  execute,
  ...declared
}: ListDeclaration<Path, Filters, Listed, Position>): OperatorQuery<Path, ListRequest<Filters>, ListReply<Listed>> {
  const checkPosition = createPagePositionCheck((after) => parsePosition(after) !== undefined);
  return defineOperatorQuery({
    ...declared,
    request: Type.Object({
      ...filters,
      ...cursorPageRequestFields,
      ...(maxPositionLength !== undefined && { After: positionField(maxPositionLength) }),
    }) as ListRequest<Filters>,
    reply: {
      description,
      schema: createListReplySchema(record),
      example: { Records: [example], Count: 1 } as Static<ListReply<Listed>>,
    },
    errors: { ...errorsOfListOperations, ...errors },
    check: (request): Fault[] => [...checkPosition(request), ...(check?.(request) ?? [])],
    execute: (call) => {
      const { After: after, Top: top = defaultListPageSize } = call.request as Static<
        TObject<typeof cursorPageRequestFields>
      >;
      const page = {
        after: after === undefined ? undefined : parsePosition(after),
        limit: top + 1,
        maxCounted: maxExactListCount + 1,
      };
      return execute(call, page, (rows, counted, of) => buildListReply(rows, top, counted, of));
    },
  });
}
