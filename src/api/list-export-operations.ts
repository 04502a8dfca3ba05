/**
 * `POST /operator/v1/exports/<Area>/<List>.csv`: all rows of a list as a CSV file, streamed.
 *
 * Each list of the operator interface has one (`hasCsvExport`), an operation with the filters, refusals and rows of the list
 * itself, and its roles without `floor`: it reads the pages of the list, one after the other, in read slots like any query, so
 * rows that change meanwhile are read as by someone who pages through the list. Memory does not grow with the rows; a list that
 * reads many pages at once (`readAll`) bounds them.
 *
 * Guarantees: an export ends within a page when its session ends or its operator's role may no longer export the list. A file
 * that cannot be completed ends with its connection. A bounded number run at a time, so that exports leave the database and the
 * event loop to others.
 */
import { setTimeout as delay } from 'node:timers/promises';
import Type, { type TSchema } from 'typebox';
import { formatCsvHeader, formatCsvLines } from '../lib/csv-text.ts';
import { dateInZone } from '../lib/dates.ts';
import { readOpenSessions } from '../operators/index.ts';
import { currentRealTime } from '../platform/clock.ts';
import { AppError } from '../platform/errors.ts';
import { limitHeapGrowth } from '../platform/heap-growth.ts';
import { FileDownloadStream } from '../platform/http/file-stream.ts';
import { operationName } from '../platform/http/operation.ts';
import {
  defineOperatorQuery,
  hasRole,
  type OperatorCall,
  type OperatorOperation,
  type OperatorQuery,
} from '../platform/http/operator-operation.ts';
import { OverloadedError } from '../platform/overloaded.ts';
import { type CsvExportTable, csvExportTableOf } from './csv-columns.ts';

// biome-ignore lint/suspicious/noExplicitAny: lists of every shape; each is checked where it is defined
type List = OperatorQuery<OperatorOperation['path'], any, any>;
type Call = OperatorCall<Readonly<Record<string, unknown>>>;

interface ListReply {
  readonly Next?: string;
  readonly [name: string]: unknown;
}

/** Exports at a time of all operators, and of one, in each process. */
const maxExports = 4;
const maxExportsOfOperator = 2;
/** Rows of a page: few enough that the event loop is free again after some milliseconds. */
const pageRows = 500;
/** How often a page is tried while the server is busy, a second apart, before the export fails. */
const maxBusyReads = 30;

/** Excel reads a file as UTF-8 only with this mark. */
const byteOrderMark = '\uFEFF';

/**
 * Whether an operation is a list with an export: a query whose name begins with `List` or whose request has pages, and
 * whose `isExported` is not false.
 */
export const hasCsvExport = (operation: OperatorOperation): operation is List =>
  operation.kind === 'query' &&
  operation.isExported !== false &&
  (/\/List[^/]*$/.test(operation.path) ||
    ('After' in operation.request.properties && 'Top' in operation.request.properties));

/**
 * Creates the export operation of each list that has one. All share the limits of exports that run at a time in this process; over
 * them, an export is rejected with `Unavailable`.
 */
export function createExportOperationsOfLists(lists: readonly OperatorOperation[]): List[] {
  const running: string[] = [];
  const begin = (operatorId: string): (() => void) => {
    const own = running.filter((each) => each === operatorId).length;
    if (running.length >= maxExports || own >= maxExportsOfOperator) {
      const reason = 'Too many exports are running. Wait until one has ended, and try again.';
      throw new AppError({ code: 'Unavailable', reason }, { retryAfterSeconds: 10 });
    }
    running.push(operatorId);
    return () => void running.splice(running.indexOf(operatorId), 1);
  };
  return lists.filter(hasCsvExport).map((list) => exportOf(list, begin));
}

function exportOf(list: List, begin: (operatorId: string) => () => void): List {
  const name = operationName(list);
  const filters: Readonly<Record<string, TSchema>> = withoutPage(
    list.request.properties as Readonly<Record<string, TSchema>>,
  );
  const requestExample = withoutPage(list.requestExample as Readonly<Record<string, unknown>>);
  const table = csvExportTableOf(list.reply.schema, list.csvColumns);
  const { readAll: _, ...declared } = list;
  return defineOperatorQuery({
    ...declared,
    roles: rolesOf(list),
    path: `/exports/${name as `${string}/${string}`}.csv`,
    summary: `Export the rows of ${name}`,
    description: `Returns all rows of ${name} as CSV.`,
    request: Type.Object(filters),
    requestExample,
    reply: { description: 'The file.', schema: Type.String(), example: '' },
    execute: async (call) => {
      const onClose = begin(call.operator.operatorId);
      try {
        const readNext = pageReader(list, table, call);
        const first = await readNext(call, undefined);
        const read = (after: string) => readInSlot(list, call, (current) => readNext(current, after));
        const day = dateInZone(currentRealTime(), call.environment.config.timeZone);
        const file = { name: `${fileName(name)}-${day}.csv`, type: 'text/csv; charset=utf-8' };
        return new FileDownloadStream({ ...file, chunks: chunksOf(list, table, call, first, read), onClose }) as never;
      } catch (error) {
        onClose();
        throw error;
      }
    },
  });
}

/** Removes the properties for pages, because an export has all pages. */
const withoutPage = <Property>({
  After: _after,
  Top: _top,
  ...others
}: Readonly<Record<string, Property>>): Readonly<Record<string, Property>> => others;

/** The roles of the list without `floor`: stations of the floor save no files. */
const rolesOf = ({ roles }: List): List['roles'] => roles.filter((role) => role !== 'floor');

/** `purchase-orders` of `PurchaseOrders/List`, `bins-unplaced` of `Bins/ListUnplaced`. */
const fileName = (name: string): string =>
  name
    .replace('/List', '/')
    .split('/')
    .filter((part) => part !== '')
    .map((part) => part.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase())
    .join('-');

async function* chunksOf(
  list: List,
  { columns }: CsvExportTable,
  call: Call,
  first: CsvPage,
  read: (after: string) => Promise<CsvPage>,
) {
  const { logger } = call.environment;
  const counted = { operatorId: call.operator.operatorId, list: operationName(list), rows: 0 };
  let endLimit: (() => void) | undefined;
  try {
    yield byteOrderMark + formatCsvHeader(columns);
    let page = first;
    for (;;) {
      counted.rows += page.rows;
      if (page.text !== '') yield page.text;
      if (page.next === undefined) break;
      // Not for one page, which is no long work: the limit begins with a collection of the whole heap.
      endLimit ??= limitHeapGrowth();
      page = await read(page.next);
    }
    logger.info(counted, 'a list was exported');
  } catch (err) {
    logger.warn({ err, ...counted }, 'an export ended before its last row');
    throw err;
  } finally {
    endLimit?.();
  }
}

/** A page as text. Its records are not kept: a suspended function keeps what it has worked with. */
interface CsvPage {
  readonly text: string;
  readonly rows: number;
  readonly next: string | undefined;
}

function csvPageOf({ columns, rowsOf }: CsvExportTable, page: ListReply): CsvPage {
  const rows = rowsOf(page);
  return { text: formatCsvLines(columns, rows), rows: rows.length, next: page.Next };
}

type PageReader = (call: Call, after: string | undefined) => Promise<CsvPage>;

/** Reads the pages of a list one after the other; those of `readAll` as the operator was at the start. */
function pageReader(list: List, table: CsvExportTable, call: Call): PageReader {
  if (list.readAll === undefined) return (current, after) => readPage(list, table, current, after);
  const pages = list.readAll(call, pageRows)[Symbol.asyncIterator]();
  return async () => {
    const { value, done } = await pages.next();
    if (done === true) throw new Error('a list has no page where its last one said that there is one');
    return csvPageOf(table, value as ListReply);
  };
}

/** Reads a page after the first one, with the session as it is now. Waits while the server is busy. */
async function readInSlot(list: List, call: Call, read: (current: Call) => Promise<CsvPage>): Promise<CsvPage> {
  const { environment, session } = call;
  for (let reads = 1; ; reads += 1) {
    try {
      return await environment.readSlots.run(`exports of ${call.operator.operatorId}`, async () => {
        const found = (await readOpenSessions(environment.db, [session.sessionId])).get(session.sessionId);
        if (found === undefined || !hasRole(found, rolesOf(list)))
          throw new Error('the session of an export has ended');
        const current = { ...call, session: { ...session, ...found }, operator: found.operator };
        return await read(current);
      });
    } catch (error) {
      if (!(error instanceof OverloadedError) || reads >= maxBusyReads) throw error;
      await delay(1_000);
    }
  }
}

async function readPage(list: List, table: CsvExportTable, call: Call, after: string | undefined): Promise<CsvPage> {
  const request = { ...call.request, Top: pageRows, ...(after !== undefined && { After: after }) };
  const page = (await list.execute({ ...call, request })) as ListReply;
  return csvPageOf(table, page);
}
